-- An artist who leaves a lead as new is reminded after a day; after two, the client hears who has not answered,
-- with the next artists that fit. What is dated back (demo data, imports), and what was there before, is not chased.
create table private.reminders (
  lead_id uuid not null,
  artist_id uuid not null,
  kind text not null check (kind in ('lead_waiting', 'request_waiting', 'expiry')),
  due_at timestamptz not null,
  primary key (lead_id, artist_id, kind),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade
);
comment on table private.reminders is
  'Which mail an assignment causes when, unless its artist answers before; by private.clock(). A row goes when its time has come.';
create index reminders_due_idx on private.reminders (due_at);

-- Who has not answered in any way, and still could: a message of the client is no answer.
create function private.artists_without_answer(p_lead uuid) returns setof uuid
  language sql stable security definer rows 3 set search_path = '' as $$
  select s.artist_id
  from public.lead_assignments s cross join lateral private.job_turns(s.lead_id, s.artist_id) t
  where s.lead_id = p_lead and t.side = 'artist' and t.action = 'answer' and t.waits
$$;
comment on function private.artists_without_answer(uuid) is 'Who could answer a request and has not; nobody of one that is held or withdrawn.';

create function private.write_reminders() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamptz := private.clock();
  v_lead public.lead_records;
  v_silent uuid[];
begin
  -- A lead at a time: a second worker passes over what the first is at.
  for v_lead in
    select l.* from public.lead_records l
    where l.id in (select r.lead_id from private.reminders r where r.due_at <= v_now order by r.due_at limit 100)
    for no key update skip locked
  loop
    perform private.mail_side('lead_waiting', v_lead.id || ':' || r.artist_id, v_lead.id, r.artist_id,
      jsonb_build_object('artist_ids', array[r.artist_id]))
    from private.reminders r
    where r.lead_id = v_lead.id and r.kind = 'lead_waiting' and r.due_at <= v_now
      and r.artist_id in (select private.artists_without_answer(v_lead.id));
    delete from private.reminders r where r.lead_id = v_lead.id and r.kind = 'lead_waiting' and r.due_at <= v_now;

    -- A client who asked several within hours gets one mail about all of them.
    with told as (
      delete from private.reminders r
      where r.lead_id = v_lead.id and r.kind = 'request_waiting' and r.due_at <= v_now + interval '12 hours'
        and exists (select from private.reminders d
          where d.lead_id = v_lead.id and d.kind = 'request_waiting' and d.due_at <= v_now)
      returning r.artist_id
    )
    select array_agg(t.artist_id order by t.artist_id) into v_silent
      from told t where t.artist_id in (select private.artists_without_answer(v_lead.id));
    continue when v_silent is null;
    perform private.mail_side('request_waiting', v_lead.id || ':' || md5(v_silent::text), v_lead.id, null,
      jsonb_build_object('artist_ids', v_silent, 'reference', v_lead.reference));
  end loop;
end
$$;
comment on function private.write_reminders() is
  'Notes the reminders that are due, of up to 100 leads: to each artist who was silent for a day, and to the client about those silent for two. One look at an index when none is.';

create function private.waiting_data(p_mail private.mails) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select case when count(*) > 0 then jsonb_build_object(
    'silent', jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name, a.id),
    'matches', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by o.rank)
      from private.open_offers(p_mail.lead_id) o join public.artists m on m.id = o.artist_id
      where not exists (
        select from public.lead_assignments s where s.lead_id = o.lead_id and s.artist_id = o.artist_id)), '[]')) end
  from private.artists_without_answer(p_mail.lead_id) silent (id) join public.artists a on a.id = silent.id
  where p_mail.payload -> 'artist_ids' ? a.id::text
$$;
comment on function private.waiting_data(private.mails) is
  'Of those whom a reminder is about, who is silent still, and who else fits; null when all have answered.';
