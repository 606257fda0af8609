/** Functions that a test has in its database alone: jobs, and many steps of both sides at once through the API. */
export const STEPS = [
  'create table private.test_jobs (n int primary key, lead_id uuid, artist_id uuid, client uuid, artist uuid, last jsonb, seen bigint not null default 0, digest text)',
  `create function private.make_jobs(p_jobs int, p_artist uuid, p_client uuid, p_artist_user uuid) returns void
    language plpgsql as $$
  declare
    v_lead uuid;
  begin
    for n in 0..p_jobs - 1 loop
      insert into public.lead_records (city, project_description, surface_type, style_preference, budget_range, created_by_user)
        values ('Austin', 'A wall to paint', 'brick', 'abstract', '1k-5k', p_client) returning id into v_lead;
      insert into public.lead_contacts (lead_id, name, email) values (v_lead, 'Client', 'client@example.com');
      insert into public.lead_assignments (lead_id, artist_id, state, status, accepted_at)
        values (v_lead, p_artist, 'accepted', 'in_review', now());
      insert into private.sketches (lead_id, artist_id, state) values (v_lead, p_artist, 'open');
      insert into private.test_jobs values (n, v_lead, p_artist, p_client, p_artist_user);
    end loop;
  end
  $$`,
  // The next version: what is there and more, less or something else, at most eight parts.
  `create function private.next_body(p_job private.test_jobs, p_step jsonb, p_body jsonb) returns jsonb
    language plpgsql as $$
  declare
    v_at int := (p_step ->> 'at')::int;
    v_new jsonb := jsonb_build_object('label', 'Part ' || (p_step ->> 'amount'), 'amount', (p_step ->> 'amount')::int * 100,
      'due', (array['signed', 'design_approved', 'first_day', 'halfway', 'done'])[v_at % 5 + 1]);
    v_parts jsonb := coalesce((
      -- What arrived of a part and its rest are one line, as in the form.
      select jsonb_agg(jsonb_build_object('label', w.label, 'amount', w.amount, 'due', w.due) order by w.position)
      from (
        select min(p.label) as label, sum(p.amount)::int as amount, min(p.due) as due, min(p.position) as position
        from private.payment_parts p
        where p.lead_id = p_job.lead_id and p.artist_id = p_job.artist_id and p.dropped_at is null
        group by coalesce(p.rest_of, p.id)) w), '[]');
  begin
    v_parts := case p_step ->> 'change' when 'other' then '[]' when 'less' then v_parts - (v_at % 4) else v_parts end;
    if jsonb_array_length(v_parts) = 0 or p_step ->> 'change' = 'more' and jsonb_array_length(v_parts) < 8 then
      v_parts := case v_at % 2 when 0 then v_parts || v_new else jsonb_build_array(v_new) || v_parts end;
    end if;
    return p_body || jsonb_build_object('parts', v_parts, 'price', (select sum((x ->> 'amount')::int) from jsonb_array_elements(v_parts) x));
  end
  $$`,
  `create function private.call_of(p_job private.test_jobs, p_step jsonb, p_body jsonb) returns text
    language plpgsql as $$
  declare
    v_agreement private.agreements;
    v_part uuid;
  begin
    select * into v_agreement from private.agreements a where a.lead_id = p_job.lead_id and a.artist_id = p_job.artist_id;
    -- Now and then of one that was dropped.
    select p.id into v_part from private.payment_parts p
      where p.lead_id = p_job.lead_id and p.artist_id = p_job.artist_id and (p.dropped_at is null or p_step ->> 'at' = '7')
      order by md5(concat(p.position, p.label, p.due, p_step ->> 'key')) limit 1;
    return case p_step ->> 'act'
      when 'move' then format('public.move_payment(%L, %L, %L, %L, %L, %L)', p_job.lead_id, p_job.artist_id, v_part,
        p_step ->> 'event', p_step ->> 'key', 'A note')
      when 'report' then format('public.report_payment(%L, %L, %L, %s, %L, %L, %L)', p_job.lead_id, p_job.artist_id, v_part,
        (p_step ->> 'amount')::int * 100, 'Zelle', '2026-11-20', p_step ->> 'key')
      when 'offer' then format('public.offer_agreement(%L, %L, %s, %L)', p_job.lead_id, private.next_body(p_job, p_step, p_body),
        coalesce(v_agreement.version, 0), p_step ->> 'key')
      when 'take_back' then format('public.take_back_agreement(%L, %L)', p_job.lead_id, (
        select v.hash from private.agreement_versions v
        where v.lead_id = p_job.lead_id and v.artist_id = p_job.artist_id and v.version = v_agreement.version))
      -- Now and then of a version that is not the last.
      when 'sign' then format('public.sign_agreement(%L, %L, %L, %L)', p_job.lead_id, p_job.artist_id, (
        select v.hash from private.agreement_versions v where v.lead_id = p_job.lead_id and v.artist_id = p_job.artist_id
          and v.version = v_agreement.version - case p_step ->> 'at' when '0' then 1 else 0 end), 'Name')
      when 'complete' then format('public.complete_request(%L, %L)', p_job.lead_id, p_job.artist_id)
      else format('public.undo_completion(%L, %L)', p_job.lead_id, p_job.artist_id) end;
  end
  $$`,
  `create function private.take_steps(p_steps jsonb, p_body jsonb) returns setof jsonb
    language plpgsql as $$
  declare
    v_step jsonb;
    v_job private.test_jobs;
    v_call text;
    v_code text;
    v_seen bigint;
    v_intact boolean;
  begin
    delete from private.rate_counters;
    delete from private.mails;
    delete from public.notices;
    for v_step in select * from jsonb_array_elements(p_steps) loop
      select * into v_job from private.test_jobs j where j.n = (v_step ->> 'job')::int;
      if (v_step ->> 'again')::boolean and v_job.last is not null then v_step := v_job.last; end if;
      v_code := null;
      v_call := v_step ->> 'act';
      case v_step ->> 'act'
        when 'approve' then
          update private.sketches s set state = 'approved', approved = 1, approved_hash = 'x'
            where s.lead_id = v_job.lead_id and s.artist_id = v_job.artist_id;
        -- Of all of them.
        when 'day' then
          insert into private.settings (key, value) values ('clock_offset_seconds', '3600')
            on conflict (key) do update set value = settings.value::int + 3600;
          perform private.tend_payments();
        else
          v_call := coalesce(v_step ->> 'call', private.call_of(v_job, v_step, p_body));
          update private.test_jobs j set last = v_step || jsonb_build_object('call', v_call) where j.n = v_job.n;
          begin
            perform set_config('request.jwt.claim.sub', case v_step ->> 'side' when 'client' then v_job.client else v_job.artist end::text, true);
            perform set_config('request.jwt.claims', jsonb_build_object('role', 'authenticated',
              'sub', case v_step ->> 'side' when 'client' then v_job.client else v_job.artist end)::text, true);
            perform set_config('role', 'authenticated', true);
            execute 'select ' || v_call;
          exception when others then
            v_code := case when sqlstate = 'PGRST' then sqlerrm::jsonb ->> 'code' else sqlstate || ' ' || sqlerrm end;
          end;
          perform set_config('role', 'none', true);
      end case;
      select coalesce(max(x.id), 0), v_job.digest is not distinct from md5(string_agg(x::text, ' ' order by x.id) filter (where x.id <= v_job.seen))
        into v_seen, v_intact from private.payment_notes x where x.lead_id = v_job.lead_id and x.artist_id = v_job.artist_id;
      return next jsonb_build_object('job', v_job.n, 'what', concat_ws(' ', v_step ->> 'side', v_call), 'code', v_code, 'intact', v_intact,
        'price', (
          select (v.body::jsonb -> 'price')::int from private.agreements a join private.agreement_versions v
            on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force
          where a.lead_id = v_job.lead_id and a.artist_id = v_job.artist_id),
        'parts', coalesce((
          select jsonb_agg(jsonb_build_object('id', p.id, 'label', p.label, 'amount', p.amount, 'due', p.due, 'state', p.state,
            'dropped', p.dropped_at is not null) order by p.id)
          from private.payment_parts p where p.lead_id = v_job.lead_id and p.artist_id = v_job.artist_id), '[]'),
        'added', coalesce((
          select jsonb_agg(jsonb_build_object('part', n.part_id, 'actor', n.actor, 'event', n.event) order by n.id)
          from private.payment_notes n where n.lead_id = v_job.lead_id and n.artist_id = v_job.artist_id and n.id > v_job.seen), '[]'));
      update private.test_jobs j set seen = v_seen, digest = (
          select md5(string_agg(x::text, ' ' order by x.id)) from private.payment_notes x
          where x.lead_id = v_job.lead_id and x.artist_id = v_job.artist_id)
        where j.n = v_job.n;
    end loop;
  end
  $$`,
];
