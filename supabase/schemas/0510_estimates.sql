-- What a wall costs: the rates of estimates, which every page shows with their day and sources (docs/operate.md says how to
-- change them), and from 20 accepted proposals of a kind on what those cost a square foot. src/features/estimates/estimate.ts makes the range of it.
create function private.rate_keys() returns text[]
  language sql immutable parallel safe set search_path = '' as $$
  select '{floor,foot.simple,foot.graphic,foot.realistic,foot.detailed,size.small,size.medium,size.large,size.huge,surface.brick,surface.stucco,surface.concrete,surface.drywall,surface.metal,surface.other,lift,city.else}'::text[]
$$;
comment on function private.rate_keys() is
  'The spans that there always are, cities come beside them.';

create function private.are_spans(p_spans jsonb) returns boolean
  language sql immutable parallel safe set search_path = '' as $$
  select coalesce(bool_and(case when s.value::text ~ '^\[\d{1,7}, \d{1,7}\]$'
    then (s.value ->> 0)::int <= (s.value ->> 1)::int end is true), false)
  from jsonb_each(p_spans) s (key, value)
$$;
comment on function private.are_spans(jsonb) is 'Whether each value is two whole numbers, the lower one first: the pages could read nothing else.';

create table public.estimate_rates (
  id uuid primary key default '00000000-0000-4000-8000-00000000c057',
  spans jsonb not null check (jsonb_typeof(spans) = 'object' and spans ?& private.rate_keys() and private.are_spans(spans)),
  -- Feet from the ground from which a lift is needed.
  lift_above int not null check (lift_above between 1 and 100),
  -- Square feet for which one rent of it is enough.
  lift_covers int not null check (lift_covers between 50 and 10000),
  -- When the sources said so.
  checked_on date not null,
  -- A list of {name, url, says}.
  sources jsonb not null check (jsonb_typeof(sources) = 'array'),
  walls jsonb not null default '[]' check (jsonb_typeof(walls) = 'array'),
  updated_at timestamptz not null default now(),
  -- There is one row.
  check (id = '00000000-0000-4000-8000-00000000c057')
);
comment on table public.estimate_rates is 'One row: what estimates are made of. Public. The operator changes the rates, refresh_estimates the walls.';
comment on column public.estimate_rates.spans is
  'From, to, by key: floor and lift in dollars, foot.{complexity} in dollars a square foot, size.{step}, surface.{surface} and city.{slug} in percent.';
comment on column public.estimate_rates.walls is
  'What accepted proposals cost a square foot, of each kind that has 20: 10th and 90th percentile. No single price, no id.';
grant select on public.estimate_rates to anon, authenticated, service_role;

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
     "says": "San Antonio prices run about 94% of the national average (2017); Austin is about average (2021)"}]');

create trigger estimate_rates_touch before update on public.estimate_rates
  for each row execute function private.touch();

-- Pages show them: the outbox has their changes, and the sweep looks whether the publisher has them.
select private.after_statements('public.estimate_rates', 'site', 'record_site_changes');

grant execute on function private.rate_keys(), private.are_spans(jsonb) to service_role;
