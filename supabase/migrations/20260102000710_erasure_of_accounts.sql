-- Whoever deletes an account, the person themselves or an operator, everything personal goes with it.

create function private.erase_person() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.erase_uploads(old.id);
  delete from public.lead_contacts c using public.lead_records l where l.id = c.lead_id and l.created_by_user = old.id;
  update public.lead_records l set project_description = 'Removed at the request of the person who sent it.', preferred_time = null
    where l.created_by_user = old.id;
  delete from private.lead_intake i using public.lead_records l where l.id = i.lead_id and l.created_by_user = old.id;
  -- Entries about the profile stay; whose it was does not.
  update private.audit_log e set detail = e.detail - 'name'
    where e.detail ? 'name' and e.subject in (select a.id from public.artists a where a.user_id = old.id union all select old.id);
  return old;
end
$$;
comment on function private.erase_person() is
  'Before an account goes: its uploads with the murals that show them, who asked in its leads, and its name in the audit log. '
  'Role, profile, contact, assignments, sessions and identities go by their foreign keys.';
create trigger erase_person before delete on auth.users
  for each row execute function private.erase_person();

create or replace function private.delete_my_account() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := auth.uid();
begin
  perform from auth.users u where u.id = v_user for update;
  if not found then perform private.fail('not_allowed'); end if;
  if private.is_admin() and (select count(*) from public.user_roles r where r.role = 'admin') < 2 then
    perform private.fail('last_admin');
  end if;
  perform private.audit('account.deleted', v_user, jsonb_build_object('role', private.my_role()));
  delete from auth.users u where u.id = v_user;
end
$$;
