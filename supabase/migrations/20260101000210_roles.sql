-- Roles (specification, section 6). The role is read from this table at each request, never from a token.
create type public.app_role as enum ('admin', 'artist', 'client');

create table public.user_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role public.app_role not null,
  created_at timestamptz not null default now()
);
alter table public.user_roles enable row level security;
comment on table public.user_roles is 'One role an account. Only the sign-up trigger and operators write it.';
create index user_roles_role_created_idx on public.user_roles (role, created_at desc);

create function private.is_admin() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles r where r.user_id = auth.uid() and r.role = 'admin')
$$;
comment on function private.is_admin() is 'Whether the caller is an admin. Policies call it as (select private.is_admin()): once a statement, not once a row.';

create function private.my_role() returns public.app_role
  language sql stable security definer set search_path = ''
as $$
  select r.role from public.user_roles r where r.user_id = auth.uid()
$$;
comment on function private.my_role() is 'The caller''s role, or null.';

create function private.require_admin() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.fail('not_allowed'); end if;
end
$$;
comment on function private.require_admin() is 'Refuses everybody but admins.';
grant execute on function private.is_admin(), private.my_role(), private.require_admin() to authenticated, service_role;

-- No insert, update or delete is granted: a role that a person could write would be worth nothing.
grant select on public.user_roles to authenticated;
grant all on public.user_roles to service_role;
create policy user_roles_select on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create function private.give_role_at_sign_up() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
  language plpgsql security definer set search_path = ''
as $$
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
