-- A status chosen in the artist's list is sometimes a slip: its email waits a minute, and choosing another status drops it.
create or replace function private.mail_status(p_lead uuid, p_artist uuid, p_status public.lead_status) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead public.lead_records;
  v_email text;
begin
  select * into v_lead from public.lead_records l where l.id = p_lead and not l.held;
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead.id;
  if v_email is null then return; end if;
  -- Each once: an artist may move the status back and forth.
  perform private.write_mail(case p_status when 'in_review' then 'request_answered' else 'request_completed' end,
    p_lead || ':' || p_artist, v_lead.created_by_user, v_email, p_lead, p_artist,
    p_due => now() + make_interval(secs => private.setting_int('mail_status_seconds', 60)));
end
$$;
comment on function private.mail_status(uuid, uuid, public.lead_status) is
  'Notes the email to the client about a status chosen by an artist or an admin. It waits for mail_status_seconds (60), so that it can be undone.';

create function private.drop_status_mail(p_lead uuid, p_artist uuid, p_status text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_key text := p_lead || ':' || p_artist;
  v_events text[] := case p_status
    when 'new' then array['request_answered:' || v_key, 'request_completed:' || v_key]
    when 'in_review' then array['request_completed:' || v_key]
    else '{}' end;
  v_since timestamptz := now() - make_interval(secs => private.setting_int('mail_status_seconds', 60));
begin
  delete from private.mails m where m.event = any (v_events) and m.state = 'waiting' and m.attempts = 0 and m.created_at > v_since;
  delete from public.notices n where n.event = any (v_events) and n.read_at is null and n.created_at > v_since;
end
$$;
comment on function private.drop_status_mail(uuid, uuid, text) is
  'Takes the email about a status back that was chosen before p_status, with its notification, while it has not left.';

create or replace function private.set_lead_status(p_lead uuid, p_status text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_artist uuid := private.my_artist_id();
  v_row public.lead_assignments;
  v_found boolean := false;
begin
  if p_status is null or p_status <> all (array['new', 'in_review', 'completed']) then perform private.fail('status_refused'); end if;
  perform from public.lead_records l where l.id = p_lead for no key update;
  for v_row in
    select a.* from public.lead_assignments a
    join public.lead_records l on l.id = a.lead_id
    where a.lead_id = p_lead
      and ((a.artist_id = v_artist and not l.held)
        or (private.is_admin() and not exists (
          select from public.lead_assignments own where own.lead_id = p_lead and own.artist_id = v_artist)))
    order by a.artist_id for update of a
  loop
    v_found := true;
    if v_row.status::text <> p_status then
      perform private.move_assignment(p_lead, v_row.artist_id, 'set_' || p_status,
        case when v_row.artist_id = v_artist then 'artist' else 'admin' end);
      perform private.drop_status_mail(p_lead, v_row.artist_id, p_status);
      perform private.audit('lead.status', p_lead,
        jsonb_build_object('artist', v_row.artist_id, 'from', v_row.status, 'to', p_status));
    end if;
  end loop;
  -- The same answer for a lead that does not exist and for one that is somebody else's.
  if not v_found then perform private.fail('status_refused'); end if;
  return p_status;
end
$$;
