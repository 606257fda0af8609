-- Erasure: the account, the profile, the uploads, and who asked in the leads it sent. The requests themselves stay
-- with the artists who work on them, without a person.
create function private.erase_uploads(p_user uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Hosted storage refuses to lose rows in SQL unless told that it is meant. Without its row a file is not served.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.bucket_id in ('profile-photos', 'portfolio-images') and o.name like p_user || '/%';
  perform set_config('storage.allow_delete_query', 'false', true);
  -- A mural page must not outlive the picture on it.
  delete from public.murals m
  where m.image_url like '%/object/public/%/' || p_user || '/%'
     or exists (select from unnest(m.gallery_images) x where x like '%/object/public/%/' || p_user || '/%');
end
$$;
comment on function private.erase_uploads(uuid) is 'Removes a person''s files and the murals that show them.';

create function private.delete_my_account() returns void
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
  perform private.erase_uploads(v_user);
  delete from public.lead_contacts c using public.lead_records l where l.id = c.lead_id and l.created_by_user = v_user;
  update public.lead_records l set project_description = 'Removed at the request of the person who sent it.', preferred_time = null
    where l.created_by_user = v_user;
  delete from private.lead_intake i using public.lead_records l where l.id = i.lead_id and l.created_by_user = v_user;
  -- Role, profile, contact, assignments, sessions and identities go by their foreign keys.
  delete from auth.users u where u.id = v_user;
end
$$;
comment on function private.delete_my_account() is
  'Deletes the caller''s account with everything personal in one transaction. The last admin cannot go.';

create function public.delete_my_account() returns void
  language sql security invoker set search_path = ''
as $$
  select private.delete_my_account()
$$;
comment on function public.delete_my_account() is 'Deletes the caller''s own account and personal data for good.';
grant execute on function private.delete_my_account(), public.delete_my_account() to authenticated;
