-- Who asked, and the photos of their wall, are for artists who are at the request. Once an artist has declined, was passed
-- over, let it expire, or is reported by the client, they are not, whatever their status says.
create function private.leads_i_work_on() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select a.lead_id from public.lead_assignments a join public.lead_records l on l.id = a.lead_id
    where a.artist_id = v_artist and not l.held and l.withdrawn_at is null
      and a.state in ('sent', 'seen', 'talking', 'proposed', 'accepted', 'completed')
      and not exists (select from private.thread_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id and r.side = 'client');
end
$$;
comment on function private.leads_i_work_on() is
  'Requests that the calling artist can still answer or has painted, and whose client has not reported them.';
grant execute on function private.leads_i_work_on() to authenticated;

create or replace function private.leads_whose_contact_i_see() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
  return query
    select a.lead_id from private.leads_i_work_on() mine (id)
    join public.lead_assignments a on a.lead_id = mine.id and a.artist_id = v_artist and a.status <> 'new';
end
$$;

create or replace function private.leads_whose_photos_i_see() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select m.id from private.leads_whose_photos_are_mine() m (id);
  -- A photo of a wall tells where it is: it goes with the contact.
  return query select mine.id from private.leads_i_work_on() mine (id);
end
$$;

-- What a client adds is news for the artists who are at it.
create or replace function private.mail_line_added(p_lead uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  -- Lines of the same ten minutes are one mail, which leaves when they are over and shows all of them.
  v_until timestamptz := date_bin(interval '10 minutes', now(), timestamptz 'epoch') + interval '10 minutes';
begin
  perform private.write_mail('request_line_added', concat_ws(':', p_lead, a.id, to_char(v_until at time zone 'utc', 'YYYY-MM-DD HH24:MI')),
    a.user_id, null, p_lead, a.id, '{}', v_until)
  from public.lead_assignments s
  join public.artists a on a.id = s.artist_id and a.user_id is not null
  join public.lead_records l on l.id = s.lead_id and not l.held
  where s.lead_id = p_lead and s.state not in ('declined', 'passed', 'withdrawn')
    -- One that has not heard of the request yet reads the line in it.
    and not exists (select from private.mails m
      where m.event = 'lead_received:' || p_lead || ':' || a.id and m.state = 'waiting' and m.attempts = 0);
end
$$;
