-- What a client knows about the place of a wall that an artist would ask next: whose it is, how high it goes, what
-- state it is in, power, water, a lift, words on it, and by when. All of it is optional, and most of it is missing.
create table public.site_facts (
  lead_id uuid primary key references public.lead_records (id) on delete cascade,
  -- Whose the wall is, and whether an owner agreed. Here as below null means: not said.
  owner text check (owner in ('mine', 'rented_agreed', 'rented_not_asked')),
  -- The height of the top edge above the ground, in feet: what a ladder or a lift must reach.
  top_ft numeric(5, 1) check (top_ft between 0.5 and 1000),
  condition text check (condition in ('sound', 'peeling', 'damaged', 'never_painted')),
  -- Electricity and water within reach of the wall.
  power boolean,
  water boolean,
  -- Whether a lift gets to the wall, and what it would stand on.
  lift text check (lift in ('firm_ground', 'soft_ground', 'none')),
  -- Words or a logo are to be on the wall: cities may call that a sign.
  lettering boolean,
  -- The day by which it has to be painted.
  deadline date check (deadline between '2000-01-01' and '2100-12-31'),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(owner, top_ft, condition, power, water, lift, lettering, deadline) > 0)
);
comment on table public.site_facts is
  'What a request says about the site of its wall: a row only where something is said. Written by submit_lead and set_site_facts alone.';
grant select on public.site_facts to authenticated, service_role;

create policy site_facts_select on public.site_facts for select to authenticated using (
  (select private.is_admin())
  or lead_id in (select private.my_requests())
  or lead_id in (select private.requests_assigned_to_me()));

create function private.fact_day(p_value jsonb) returns date
  language plpgsql stable set search_path = '' as $$
declare
  v_day date;
begin
  if p_value is null or p_value = 'null' then return null; end if;
  if jsonb_typeof(p_value) <> 'string' or (p_value #>> '{}') !~ '^2[01]\d\d-\d\d-\d\d$' then perform private.fail('deadline_invalid'); end if;
  begin
    v_day := (p_value #>> '{}')::date;
  exception when datetime_field_overflow or invalid_datetime_format then
    perform private.fail('deadline_invalid');
  end;
  -- One that has gone by is no reason to refuse a request that waited for a network.
  if v_day > '2100-12-31' then perform private.fail('deadline_invalid'); end if;
  return v_day;
end
$$;
comment on function private.fact_day(jsonb) is 'A day of this century; null for no answer.';

create function private.checked_site_facts(p_facts jsonb) returns public.site_facts
  language plpgsql stable set search_path = '' as $$
declare
  v_facts public.site_facts;
begin
  if coalesce(jsonb_typeof(p_facts), 'null') not in ('null', 'object') then perform private.fail('invalid_input', 'facts'); end if;
  if jsonb_typeof(p_facts) = 'null' then p_facts := null; end if;
  v_facts.owner := private.detail_choice(p_facts -> 'owner', '["mine", "rented_agreed", "rented_not_asked"]');
  v_facts.top_ft := private.detail_feet(p_facts -> 'top_ft', 'top_ft_invalid');
  v_facts.condition := private.detail_choice(p_facts -> 'condition', '["sound", "peeling", "damaged", "never_painted"]');
  v_facts.power := private.detail_choice(p_facts -> 'power', '[true, false]');
  v_facts.water := private.detail_choice(p_facts -> 'water', '[true, false]');
  v_facts.lift := private.detail_choice(p_facts -> 'lift', '["firm_ground", "soft_ground", "none"]');
  v_facts.lettering := private.detail_choice(p_facts -> 'lettering', '[true, false]');
  v_facts.deadline := private.fact_day(p_facts -> 'deadline');
  return v_facts;
end
$$;
comment on function private.checked_site_facts(jsonb) is
  'The rules of what is said about a site, and it as it is stored. What it does not know is left out, as everywhere. src/features/site-facts/site-facts.ts has the same.';

create function private.has_site_facts(p_facts public.site_facts) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return num_nonnulls(p_facts.owner, p_facts.top_ft, p_facts.condition, p_facts.power, p_facts.water, p_facts.lift,
    p_facts.lettering, p_facts.deadline) > 0;
end
$$;
comment on function private.has_site_facts(site_facts) is 'Whether there is something to keep.';

create function private.store_site_facts(p_lead uuid, p_facts public.site_facts) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_site_facts(p_facts) then
    delete from public.site_facts f where f.lead_id = p_lead;
    return;
  end if;
  p_facts.lead_id := p_lead;
  p_facts.updated_at := now();
  insert into public.site_facts as f select (p_facts).*
    on conflict (lead_id) do update set owner = excluded.owner, top_ft = excluded.top_ft, condition = excluded.condition,
      power = excluded.power, water = excluded.water, lift = excluded.lift, lettering = excluded.lettering,
      deadline = excluded.deadline, updated_at = excluded.updated_at
    where to_jsonb(f) - 'updated_at' <> to_jsonb(excluded) - 'updated_at';
end
$$;
comment on function private.store_site_facts(uuid, site_facts) is
  'Keeps what is said about the site of a request, in the place of what was; nothing said is no row. The same again changes nothing.';

create function private.site_facts_line(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_jsonb(f) - '{lead_id,updated_at}'::text[] from public.site_facts f where f.lead_id = p_lead);
end
$$;
comment on function private.site_facts_line(uuid) is 'What a request says about the site of its wall, as checked_site_facts takes it; null for nothing.';

create function private.set_site_facts(p_facts jsonb, p_token text default null, p_lead uuid default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
begin
  if coalesce(jsonb_typeof(p_facts), 'null') <> 'object' then perform private.fail('invalid_input', 'facts'); end if;
  -- Painted, and both say so, or nobody disagreed for two weeks: there is nothing left to answer.
  if exists (select from public.lead_assignments s where s.lead_id = v_lead and s.state = 'completed'
    and (s.confirmed_at is not null or s.completed_at < private.clock() - interval '14 days')) then
    perform private.fail('move_refused');
  end if;
  perform private.store_site_facts(v_lead,
    private.checked_site_facts(coalesce(private.site_facts_line(v_lead), '{}') || p_facts));
  return private.request_data(v_lead);
end
$$;
comment on function private.set_site_facts(jsonb, text, uuid) is
  'Changes what a request says about its site until it is withdrawn or painted: facts that are not named stay, null takes one back. Its artists see it at once and get no email. Again changes nothing. Answers as track_request.';
