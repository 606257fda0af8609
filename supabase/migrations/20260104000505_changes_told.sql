-- Artists who have a request hear of what whoever asked does to it afterwards.
insert into private.mail_kinds (kind, optional, topic, notice) values
  ('request_line_added', true, 'leads', true), ('request_withdrawn', true, 'leads', true);

create function private.mail_line_added(p_lead uuid) returns void
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
  where s.lead_id = p_lead
    -- One that has not heard of the request yet reads the line in it.
    and not exists (select from private.mails m
      where m.event = 'lead_received:' || p_lead || ':' || a.id and m.state = 'waiting' and m.attempts = 0);
end
$$;
comment on function private.mail_line_added(uuid) is 'Tells the artists who have a request that a line was added, once for the lines of some minutes.';

create function private.mail_withdrawn(p_lead uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_mail('request_withdrawn', concat_ws(':', p_lead, a.id), a.user_id, null, p_lead, a.id)
  from public.lead_assignments s
  join public.artists a on a.id = s.artist_id and a.user_id is not null
  join public.lead_records l on l.id = s.lead_id and not l.held
  where s.lead_id = p_lead;
end
$$;
comment on function private.mail_withdrawn(uuid) is 'Tells the artists who have a request that it is over.';
