-- What people with power did, and when. Admins read it through admin_list_audit; nobody writes it directly.
create table private.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- The account that did it; null for the product itself, operators and guests.
  actor uuid,
  action text not null check (action ~ '^[a-z]+\.[a-z_]+$'),
  -- The id of what it was done to: a request, an artist, a mural, an account.
  subject uuid,
  detail jsonb not null default '{}'
);
comment on table private.audit_log is 'Admin actions, status changes, role changes and erasures. No foreign keys: an entry outlives what it is about.';
create index audit_log_at_idx on private.audit_log (at desc);
-- Erasures and exports ask by subject; exports, and what an admin has read within the hour, by actor.
create index audit_log_subject_idx on private.audit_log (subject);
create index audit_log_actor_at_idx on private.audit_log (actor, at);

create function private.audit(p_action text, p_subject uuid, p_detail jsonb default '{}') returns void
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.audit_log (actor, action, subject, detail) values (auth.uid(), p_action, p_subject, p_detail);
end
$$;
comment on function private.audit(text, uuid, jsonb) is 'Adds an entry in the name of the caller.';

-- Roles (specification, section 6). The role is read from this table at each request, never from a token.
create type public.app_role as enum ('admin', 'artist', 'client');

create table public.user_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role public.app_role not null,
  created_at timestamptz not null default now()
);
comment on table public.user_roles is 'One role an account. Only the sign-up trigger and operators write it.';
grant select on public.user_roles to authenticated, service_role;
create index user_roles_role_created_idx on public.user_roles (role, created_at desc);

create function private.is_admin() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.user_roles r where r.user_id = auth.uid() and r.role = 'admin');
end
$$;
comment on function private.is_admin() is 'Whether the caller is an admin. Policies call it as (select private.is_admin()): once a statement, not once a row.';

create function private.my_role() returns public.app_role
  language sql stable security definer set search_path = '' as $$
  select r.role from public.user_roles r where r.user_id = auth.uid()
$$;
comment on function private.my_role() is 'The caller''s role, or null.';

create function private.require_admin() returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then perform private.fail('not_allowed'); end if;
end
$$;
comment on function private.require_admin() is 'Refuses everybody but admins.';

create policy user_roles_select on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create function private.give_role_at_sign_up() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- The metadata is whatever the caller typed: allow-list, never cast.
  insert into public.user_roles (user_id, role)
  values (new.id, case when new.raw_user_meta_data ->> 'role' = 'artist' then 'artist' else 'client' end::public.app_role)
  on conflict do nothing;
  return new;
end
$$;
comment on function private.give_role_at_sign_up() is 'A new account is an artist when it asks to be, otherwise a client.';

create trigger give_role_at_sign_up after insert on auth.users
  for each row execute function private.give_role_at_sign_up();

create function private.audit_role() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.role = 'admin' then perform private.audit('role.granted', new.user_id, jsonb_build_object('to', new.role)); end if;
  elsif new.role <> old.role then
    perform private.audit('role.changed', new.user_id, jsonb_build_object('from', old.role, 'to', new.role));
  end if;
  return null;
end
$$;
comment on function private.audit_role() is 'Notes every change of a role, and every admin; ordinary sign-ups are not news.';

create trigger audit_role after insert or update of role on public.user_roles
  for each row execute function private.audit_role();

-- Making and unmaking admins: for the command line with the secret key, never for a browser.
create function private.set_admin(p_email text, p_admin boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
  v_role public.app_role;
begin
  select u.id into v_user from auth.users u where lower(u.email) = lower(private.clean(p_email));
  if v_user is null then perform private.fail('account_unknown'); end if;
  v_role := case
    when p_admin then 'admin'
    when (select r.role from public.user_roles r where r.user_id = v_user) <> 'admin' then
      (select r.role::text from public.user_roles r where r.user_id = v_user)
    when exists (select from public.artists a where a.user_id = v_user) then 'artist'
    else 'client' end;
  insert into public.user_roles as r (user_id, role) values (v_user, v_role)
    on conflict (user_id) do update set role = excluded.role where r.role <> excluded.role;
  return jsonb_build_object('user_id', v_user, 'email', lower(private.clean(p_email)), 'role', v_role);
end
$$;
comment on function private.set_admin(text, boolean) is
  'Gives or takes the admin role. Who is no admin any more is an artist again when there is a profile, otherwise a client.';

create function public.grant_admin(p_email text) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.set_admin(p_email, true)
$$;
comment on function public.grant_admin(text) is 'Makes an account an admin: {user_id, email, role}. Secret key only.';

create function public.revoke_admin(p_email text) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.set_admin(p_email, false)
$$;
comment on function public.revoke_admin(text) is 'Takes the admin role away: {user_id, email, role}. Secret key only.';

create function private.list_admins() returns table (user_id uuid, email text, created_at timestamptz)
  language sql stable security definer rows 5 set search_path = '' as $$
  select r.user_id, u.email::text, r.created_at from public.user_roles r join auth.users u on u.id = r.user_id
  where r.role = 'admin' order by r.created_at
$$;
comment on function private.list_admins() is 'Everybody with the admin role. Secret key only.';

-- Two admins who delete their accounts at the same moment each see the other one: counting before the deletion is not
-- enough. Here the second waits for the first and counts again.
create function private.keep_an_admin() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if old.user_id is distinct from auth.uid() then return old; end if;
  perform pg_advisory_xact_lock(hashtextextended('admins', 0));
  if not exists (select from public.user_roles r where r.role = 'admin' and r.user_id <> old.user_id) then
    perform private.fail('last_admin');
  end if;
  return old;
end
$$;
comment on function private.keep_an_admin() is
  'The last admin cannot delete the own account, however many try at once. Operators may take the role from anybody.';

create trigger user_roles_keep_an_admin before delete on public.user_roles
  for each row when (old.role = 'admin') execute function private.keep_an_admin();

grant execute on function
  private.is_admin(), private.my_role()
  to authenticated, service_role;
grant execute on function private.set_admin(text, boolean), public.grant_admin(text), public.revoke_admin(text) to service_role;
