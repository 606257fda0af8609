-- Two admins who delete their accounts at the same moment each see the other one: counting before the deletion is not
-- enough. Here the second waits for the first and counts again.
create function private.keep_an_admin() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
