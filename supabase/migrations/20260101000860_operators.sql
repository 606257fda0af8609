-- Making and unmaking admins: for the command line with the secret key, never for a browser.
create function private.set_admin(p_email text, p_admin boolean) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
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
  language sql security invoker set search_path = ''
as $$
  select private.set_admin(p_email, true)
$$;
comment on function public.grant_admin(text) is 'Makes an account an admin: {user_id, email, role}. Secret key only.';

create function public.revoke_admin(p_email text) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.set_admin(p_email, false)
$$;
comment on function public.revoke_admin(text) is 'Takes the admin role away: {user_id, email, role}. Secret key only.';

create function private.list_admins() returns table (user_id uuid, email text, created_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select r.user_id, u.email::text, r.created_at from public.user_roles r join auth.users u on u.id = r.user_id
  where r.role = 'admin' order by r.created_at
$$;
comment on function private.list_admins() is 'Everybody with the admin role.';

create function public.list_admins() returns table (user_id uuid, email text, created_at timestamptz)
  language sql stable security invoker set search_path = ''
as $$
  select * from private.list_admins()
$$;
comment on function public.list_admins() is 'Everybody with the admin role. Secret key only.';
grant execute on function private.set_admin(text, boolean), public.grant_admin(text), public.revoke_admin(text),
  private.list_admins(), public.list_admins() to service_role;
