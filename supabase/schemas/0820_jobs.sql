-- Where the job of an artist and a client stands, in few facts: pages that show a part of it ask this again and again,
-- and read the part anew when the version is another.
create function private.job_acts(p_lead uuid, p_artist uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('act', a.act, 'actor', a.actor, 'version', a.version, 'amount', a.amount,
      'reason', a.reason, 'created_at', a.at) order by a.at, a.act), '[]')
  from (
    select 'agreement_offer' as act, 'artist' as actor, v.version, null::int as amount, null as reason, v.created_at as at
      from private.agreement_versions v where v.lead_id = p_lead and v.artist_id = p_artist
    union all
    select 'agreement_sign', s.side, s.version, null, null, s.signed_at
      from private.agreement_signatures s where s.lead_id = p_lead and s.artist_id = p_artist
    union all
    select 'payment_' || n.event, n.actor, null, coalesce(n.amount, p.amount), n.note, n.created_at
      from private.payment_notes n join private.payment_parts p on p.id = n.part_id
      where n.lead_id = p_lead and n.artist_id = p_artist and n.actor <> 'system'
    union all
    select 'sketch_' || e.event, e.actor, e.version, null, e.note, e.created_at
      from private.sketch_events e where e.lead_id = p_lead and e.artist_id = p_artist) a
$$;
comment on function private.job_acts(uuid, uuid) is
  'What either side did about the agreement, the payments and the sketches of a job, the oldest first: lines of its conversation.';

create function private.job_data(p_lead uuid, p_artist uuid, p_side text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_assignment public.lead_assignments;
  v_agreement private.agreements;
  v_sketches private.sketches;
  v_turns jsonb;
  v_job jsonb;
begin
  select * into v_assignment from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist;
  if v_assignment.accepted_at is null then return null; end if;
  select * into v_agreement from private.agreements a where a.lead_id = p_lead and a.artist_id = p_artist;
  -- A side that reported a conversation is not shown its sketches.
  if v_assignment.state in ('accepted', 'completed', 'called_off') and not exists (select from private.conversation_reports r
      where r.lead_id = p_lead and r.artist_id = p_artist and r.side = p_side) then
    select * into v_sketches from private.sketches s where s.lead_id = p_lead and s.artist_id = p_artist;
    v_job := jsonb_build_object('sketches', (
        select jsonb_build_object('versions', n.count, 'state', case when coalesce(v_sketches.state, 'locked') <> 'locked' then v_sketches.state
          when n.is_open then 'open' else 'locked' end)
        from (select count(*) as count, private.sketch_gate_open(p_lead, p_artist) as is_open
          from private.sketch_versions v where v.lead_id = p_lead and v.artist_id = p_artist) n
        -- None was sent, and nothing keeps the artist from it.
        where n.count > 0 or not n.is_open),
      'called_off', case v_assignment.state when 'called_off' then private.called_off_line(v_assignment) end);
  end if;
  v_turns := private.job_line(p_lead, p_artist);
  v_job := coalesce(v_job, '{"sketches": null, "called_off": null}') || v_turns || jsonb_build_object(
    'can', private.job_can(v_assignment, p_side) || case when v_turns @> '{"turns": {"artist": {"action": "write_agreement"}}}'
      then '{skip_agreement}'::text[] end,
    -- What was taken back is the artist's alone.
    'agreement', case when v_agreement.version > 0 and (p_side = 'artist' or v_agreement.state <> 'draft')
      then jsonb_build_object('state', v_agreement.state) end,
    'starts_on', coalesce((
      select (v.body::jsonb ->> 'starts_on')::date from private.agreement_versions v
      where v_agreement.state in ('in_force', 'amending') and v.lead_id = p_lead and v.artist_id = p_artist and v.version = v_agreement.in_force), (
      select p.starts_on from public.proposals p where p.lead_id = p_lead and p.artist_id = p_artist and p.state = 'accepted')),
    'state', v_assignment.state, 'confirmed', private.is_wall_finished(p_lead, p_artist));
  -- Every act about an agreement or sketches writes its row, and every act about a part of the price a note. Photos of
  -- the diary arrive after their message.
  return v_job || jsonb_build_object('version', md5(concat_ws(' ', v_job, v_agreement, v_sketches, (
    select string_agg(p::text, ' ' order by p.id) from private.payment_parts p where p.lead_id = p_lead and p.artist_id = p_artist), (
    select max(n.id) from private.payment_notes n where n.lead_id = p_lead and n.artist_id = p_artist), (
    select t.updated_at from public.agreement_terms t where v_agreement.in_force is not null and t.artist_id = p_artist), (
    select string_agg(private.message_line(m, p_side)::text, ' ' order by m.position) from public.lead_messages m
    where m.lead_id = p_lead and m.artist_id = p_artist and m.stage is not null))));
end
$$;
comment on function private.job_data(uuid, uuid, text) is 'Where a job stands, for one of its two sides; null before a proposal is accepted.';

create function private.read_job(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.job_data(p_lead, p_artist, private.conversation_side(p_lead, p_artist, p_token))
$$;
comment on function private.read_job(uuid, uuid, text) is
  'An accepted job in short, for one of its two sides: {version, state, confirmed, starts_on, steps: [state of each of the six], step, turns: {client, artist: {action, waits, amount, label, version, since, until}}, can: [what the caller may do], called_off: {by, reason, at, signed}, agreement: {state}, sketches: {state, versions}}, each null where there is none. The version is another after every change.';
