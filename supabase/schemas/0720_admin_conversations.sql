-- Admins find what was reported, read it, and open it again or leave it closed.
create function private.admin_dismiss_reports(p_lead uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  delete from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist;
  if not found then return; end if;
  perform private.audit('conversation.dismissed', p_lead, jsonb_build_object('artist', p_artist));
  update public.notices n set read_at = now()
    where n.kind = 'conversation_reported' and n.lead_id = p_lead and n.read_at is null
      and not exists (select from private.conversation_reports r where r.lead_id = p_lead);
end
$$;
comment on function private.admin_dismiss_reports(uuid, uuid) is
  'A report was looked at and nothing was wrong: both sides see the conversation again, and can write. Again changes nothing. Admins only.';
