-- What a wall costs: the rates of estimates, which admins edit and every page shows with their day and sources, and from
-- 20 accepted proposals of a kind on what those cost a square foot. src/features/estimates/estimate.ts makes the range of it.
create function private.rate_keys() returns text[]
  language sql immutable parallel safe set search_path = '' as $$
  select '{floor,foot.simple,foot.graphic,foot.realistic,foot.detailed,size.small,size.medium,size.large,size.huge,surface.brick,surface.stucco,surface.concrete,surface.drywall,surface.metal,surface.other,lift,city.else}'::text[]
$$;
comment on function private.rate_keys() is
  'The spans that there always are, in the order of the form; cities come beside them. RATE_KEYS of src/features/estimates is the same.';

create table public.estimate_rates (
  id uuid primary key default '00000000-0000-4000-8000-00000000c057',
  spans jsonb not null check (jsonb_typeof(spans) = 'object' and spans ?& private.rate_keys()),
  lift_above int not null check (lift_above between 1 and 100),
  lift_covers int not null check (lift_covers between 50 and 10000),
  checked_on date not null,
  sources jsonb not null check (jsonb_typeof(sources) = 'array'),
  walls jsonb not null default '[]' check (jsonb_typeof(walls) = 'array'),
  updated_at timestamptz not null default now(),
  -- There is one row.
  check (id = '00000000-0000-4000-8000-00000000c057')
);
alter table public.estimate_rates enable row level security;
comment on table public.estimate_rates is 'One row: what estimates are made of. Public. Written by save_estimate_rates and refresh_estimates alone.';
comment on column public.estimate_rates.spans is
  'From, to, by key: floor and lift in dollars, foot.{complexity} in dollars a square foot, size.{step}, surface.{surface} and city.{slug} in percent.';
comment on column public.estimate_rates.walls is
  'What accepted proposals cost a square foot, of each kind that has 20: 10th and 90th percentile. No single price, no id.';
grant select on public.estimate_rates to anon, authenticated, service_role;
grant all on public.estimate_rates to service_role;

create policy estimate_rates_select on public.estimate_rates for select to anon, authenticated using (true);

-- Read on that day; what each says is in the words of this site.
insert into public.estimate_rates (spans, lift_above, lift_covers, checked_on, sources) values (
  '{"floor": [500, 1500],
    "foot.simple": [10, 22], "foot.graphic": [15, 30], "foot.realistic": [28, 52], "foot.detailed": [45, 80],
    "size.small": [100, 125], "size.medium": [100, 100], "size.large": [80, 95], "size.huge": [70, 85],
    "surface.brick": [110, 135], "surface.stucco": [105, 120], "surface.concrete": [100, 115],
    "surface.drywall": [100, 100], "surface.metal": [105, 125], "surface.other": [100, 135],
    "lift": [700, 1500],
    "city.san-antonio-tx": [100, 100], "city.austin-tx": [100, 106], "city.else": [100, 110]}',
  12, 600, '2026-11-24',
  '[{"name": "artsmurals.com", "url": "https://artsmurals.com/pricing.php",
     "says": "$25 a square foot up to 260, down to $19 from 975 on, lift and paint included"},
    {"name": "artandmurals.com", "url": "http://artandmurals.com/mural_price_chart.htm",
     "says": "Four kinds from cartoons to fine realism: $25 to $85 a square foot under 15, $10 to $65 over 125; $500 at least on a wall"},
    {"name": "californiamuralart.com", "url": "https://www.californiamuralart.com/mural-pricing",
     "says": "$20 to $50 a square foot by how complex it is; lift and scaffold added at cost"},
    {"name": "danblack.work", "url": "http://danblack.work/faq",
     "says": "$15 to $50 a square foot, $800 at least; preparing the wall not included"},
    {"name": "morganmurals.com", "url": "https://www.morganmurals.com/pricing",
     "says": "$15 to $50 a square foot; more above 10 feet and far away"},
    {"name": "themuraldude.com", "url": "https://www.themuraldude.com/pricing/",
     "says": "$30 a square foot, $40 for detailed work; lifts, preparation and travel extra"},
    {"name": "artturquoise.com", "url": "https://www.artturquoise.com/mural-pricing/",
     "says": "$10 to $50 a square foot, less for larger walls; $500 at least"},
    {"name": "rebeccapaavoart.com", "url": "https://rebeccapaavoart.com/murals",
     "says": "$30 to $80 a square foot, from $1,000"},
    {"name": "bananaink.com (Richardson, Texas)", "url": "http://bananaink.com/faq/",
     "says": "$400 at least; by detail, texture and height"},
    {"name": "muralswall.com", "url": "http://muralswall.com/faq/index.html",
     "says": "8 by 10 feet, fairly detailed: $5,000 on a flat inside wall to $7,000 on a heavily textured outside one"},
    {"name": "engineerfix.com", "url": "https://engineerfix.com/how-much-does-it-cost-to-rent-a-cherry-picker-2",
     "says": "A 30 to 45 foot boom lift: $700 to $1,500 a week"},
    {"name": "Bureau of Economic Analysis, by bibersma.com and austinchamber.com", "url": "http://www.bibersma.com/how-much-san-antonio-pays-for-goods-in-u-s/",
     "says": "Prices in San Antonio are 94.4 % of the national average (2017), those in Austin about the average (2021)"}]');

create function private.check_span(p_key text, p_span jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_dollars boolean := p_key ~ '^(floor|lift|foot\..*)$';
  v_most int := case when v_dollars then 1000000 else 500 end;
  v_least int := case when v_dollars then 1 else 10 end;
begin
  if jsonb_typeof(p_span) = 'array' and jsonb_array_length(p_span) = 2
     and p_span ->> 0 ~ '^\d{1,7}$' and p_span ->> 1 ~ '^\d{1,7}$'
     and jsonb_typeof(p_span -> 0) = 'number' and jsonb_typeof(p_span -> 1) = 'number'
     and (p_span ->> 0)::int >= v_least and (p_span ->> 1)::int <= v_most and (p_span ->> 0)::int <= (p_span ->> 1)::int then
    return;
  end if;
  perform private.fail(case when v_dollars then 'price_invalid' else 'share_invalid' end, p_key);
end
$$;
comment on function private.check_span(text, jsonb) is 'The rule of one span: whole dollars, or whole percent, the lower one first.';

create function private.check_sources(p_sources jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_source jsonb;
begin
  if jsonb_typeof(p_sources) is distinct from 'array' or jsonb_array_length(p_sources) not between 1 and 12 then
    perform private.fail('sources_invalid');
  end if;
  for v_source in select s from jsonb_array_elements(p_sources) s loop
    if jsonb_typeof(v_source) <> 'object' or v_source - '{name,url,says}'::text[] <> '{}' then perform private.fail('sources_invalid'); end if;
    if coalesce(char_length(private.clean(v_source ->> 'name')), 0) not between 1 and 100
       or coalesce(char_length(private.clean(v_source ->> 'says')), 0) not between 1 and 200
       or coalesce(private.web_address(v_source ->> 'url') <> v_source ->> 'url', true) then
      perform private.fail('sources_invalid');
    end if;
  end loop;
end
$$;
comment on function private.check_sources(jsonb) is 'The rule of the sources: 1 to 12, each with a name, a web address and what it says.';

create function private.check_rates(p_rates jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_key text;
  v_day date;
begin
  foreach v_key in array private.rate_keys() loop
    perform private.check_span(v_key, p_rates -> v_key);
  end loop;
  for v_key in select k from jsonb_object_keys(p_rates) k where k ~ '^city\.' and p_rates -> k <> 'null' order by k loop
    perform private.check_span(v_key, p_rates -> v_key);
  end loop;
  if coalesce(p_rates ->> 'lift_above', '') !~ '^\d{1,3}$' or (p_rates ->> 'lift_above')::int not between 1 and 100 then
    perform private.fail('lift_above_invalid');
  end if;
  if coalesce(p_rates ->> 'lift_covers', '') !~ '^\d{1,5}$' or (p_rates ->> 'lift_covers')::int not between 50 and 10000 then
    perform private.fail('lift_covers_invalid');
  end if;
  begin
    v_day := case when p_rates ->> 'checked_on' ~ '^\d{4}-\d{2}-\d{2}$' then (p_rates ->> 'checked_on')::date end;
  exception when datetime_field_overflow then
    v_day := null;
  end;
  -- It may be tomorrow there already.
  if coalesce(v_day > ((private.clock() + interval '1 day') at time zone 'utc')::date, true) then perform private.fail('checked_on_invalid'); end if;
  perform private.check_sources(p_rates -> 'sources');
end
$$;
comment on function private.check_rates(jsonb) is 'The rules of the rates, in the order of their form.';

create function private.rate_fields(p_rates public.estimate_rates) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce((select jsonb_object_agg('city.' || c.slug, null) from public.cities c), '{}')
    || p_rates.spans
    || jsonb_build_object('lift_above', p_rates.lift_above, 'lift_covers', p_rates.lift_covers,
         'checked_on', p_rates.checked_on, 'sources', p_rates.sources)
$$;
comment on function private.rate_fields(estimate_rates) is
  'The rates as their form has them, each span a field of its own; a city without a span of its own is null.';

create function private.save_estimate_rates(p_changes jsonb, p_read jsonb) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_rates public.estimate_rates;
  v_fields jsonb;
  v_next jsonb;
begin
  if not private.is_admin() then perform private.fail('not_allowed'); end if;
  select * into strict v_rates from public.estimate_rates for no key update;
  v_fields := private.rate_fields(v_rates);
  perform private.refuse_stale(v_fields, p_changes, p_read);
  v_next := v_fields || p_changes;
  if v_next <> v_fields then
    perform private.check_rates(v_next);
    update public.estimate_rates r
    set spans = (select jsonb_object_agg(s.key, s.value) from jsonb_each(v_next) s (key, value)
                 where (s.key = any (private.rate_keys()) or s.key ~ '^city\.') and s.value <> 'null'),
        lift_above = (v_next ->> 'lift_above')::int, lift_covers = (v_next ->> 'lift_covers')::int,
        checked_on = (v_next ->> 'checked_on')::date, sources = v_next -> 'sources';
    perform private.audit('costs.changed', null, jsonb_build_object(
      'from', (select jsonb_object_agg(c.key, v_fields -> c.key) from jsonb_each(p_changes) c (key, value) where v_fields -> c.key <> c.value),
      'to', (select jsonb_object_agg(c.key, c.value) from jsonb_each(p_changes) c (key, value) where v_fields -> c.key <> c.value)));
    select * into strict v_rates from public.estimate_rates;
  end if;
  return private.rate_fields(v_rates);
end
$$;
comment on function private.save_estimate_rates(jsonb, jsonb) is
  'Saves the rates of p_changes, if each is still what p_read says, with an entry in the audit log; gives all of them.';

create function public.save_estimate_rates(p_changes jsonb, p_read jsonb) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.save_estimate_rates(p_changes, p_read)
$$;
comment on function public.save_estimate_rates(jsonb, jsonb) is
  'Saves what was changed in the rates of estimates; refuses changed_elsewhere when such a field is not as it was read. With no changes it reads them. Admins only.';

create trigger estimate_rates_touch before update on public.estimate_rates
  for each row execute function private.touch();

-- Pages show them: the outbox has their changes, and the sweep looks whether the publisher has them.
create trigger estimate_rates_site_insert after insert on public.estimate_rates referencing new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger estimate_rates_site_update after update on public.estimate_rates referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger estimate_rates_site_delete after delete on public.estimate_rates referencing old table as old_rows
  for each statement execute function private.record_site_changes();

-- Who may call what.
grant execute on function
  private.save_estimate_rates(jsonb, jsonb), public.save_estimate_rates(jsonb, jsonb)
  to authenticated;
grant execute on function private.rate_keys() to service_role;
