-- Who says that a wall is painted hears what the other side says to it, each time.
insert into private.mail_kinds (kind, optional, topic, notice) values
  ('lead_agreed', true, 'leads', true),
  ('lead_disputed', true, 'leads', true),
  ('request_disputed', true, 'requests', true);

create or replace function private.complete_request(p_lead uuid, p_artist uuid, p_token text, p_event text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_side text := private.thread_side(p_lead, p_artist, p_token);
  v_row public.lead_assignments;
  v_withdrawn timestamptz;
  v_claimed boolean;
  -- A wall may be said to be painted more than once: each time is news.
  v_key text := concat_ws(':', p_lead, p_artist, private.clock());
begin
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  select * into v_row from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist;
  v_claimed := v_row.state = 'completed' and v_row.confirmed_at is null and v_row.completed_by is distinct from v_side;
  -- Whoever was asked may say no, until they have said yes or two weeks are over.
  if p_event = 'dispute' and (v_row.completed_by is not distinct from v_side or v_row.confirmed_at is not null
      or v_row.completed_at < private.clock() - interval '14 days') then
    perform private.fail('move_refused');
  end if;
  perform private.move_assignment(p_lead, p_artist, p_event, v_side);
  case
    when p_event = 'dispute' and v_side = 'client' then perform private.mail_artist('lead_disputed', v_key, p_lead, p_artist);
    when p_event = 'dispute' then perform private.mail_client('request_disputed', v_key, p_lead, p_artist);
    when v_claimed and v_side = 'client' then perform private.mail_artist('lead_agreed', v_key, p_lead, p_artist);
    when v_claimed then perform private.mail_client('request_completed', v_key, p_lead, p_artist);
    when v_row.state <> 'completed' and v_side = 'client' then perform private.mail_artist('lead_completed', v_key, p_lead, p_artist);
    -- Of the first time the move itself has told.
    when v_row.state <> 'completed' and exists (
        select from public.lead_events e where e.lead_id = p_lead and e.artist_id = p_artist and e.event = 'dispute') then
      perform private.mail_client('request_completed', v_key, p_lead, p_artist);
    else null;
  end case;
  return (select a.state from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist);
end
$$;
