-- What a city asks for before a wall is painted. Admins write it under Cities, /guides/permits/{city} shows all of it, and
-- a request what holds for its wall. By the city's address and not its id: the first rules are in every database, also
-- where an admin adds that city only later, as artists and murals stand under a city that is not in the table yet.
create function private.wall_conditions() returns text[]
  language sql immutable parallel safe set search_path = '' as $$
  select '{outside,inside,bare_masonry,rented,not_asked,lettering,high}'::text[]
$$;
comment on function private.wall_conditions() is
  'What a rule can depend on, in the order of its form. WALL_CONDITIONS of src/features/permits/city-rule.ts is the same.';

create table public.city_rules (
  id uuid primary key default gen_random_uuid(),
  city_slug text not null check (city_slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(city_slug) <= 140),
  title text not null check (char_length(title) between 1 and 200),
  body text not null check (char_length(body) between 1 and 1000),
  source_name text not null check (char_length(source_name) between 1 and 120),
  source_url text not null check (source_url ~ '^https://' and private.web_address(source_url) = source_url),
  -- When the source said so.
  checked_on date not null,
  -- All of them have to hold; none is every wall.
  applies text[] not null default '{}' check (applies <@ private.wall_conditions()),
  updated_at timestamptz not null default now()
);
comment on table public.city_rules is
  'What cities ask for before a wall is painted, each with its source and the day on which that was read. Public; written by admins alone.';
comment on column public.city_rules.city_slug is 'The address of its city, which need not be in the table of cities: nothing shows the rule until it is.';
comment on column public.city_rules.applies is 'What a request has to say for the rule to be listed there. What is not said does not hold.';
grant select on public.city_rules to anon, authenticated, service_role;
grant delete on public.city_rules to authenticated, service_role;
grant insert (city_slug, title, body, source_name, source_url, checked_on, applies),
  update (title, body, source_name, source_url, checked_on, applies) on public.city_rules to authenticated;
create index city_rules_city_idx on public.city_rules (city_slug);

create policy city_rules_select on public.city_rules for select to anon, authenticated using (true);
create policy city_rules_insert on public.city_rules for insert to authenticated with check ((select private.is_admin()));
create policy city_rules_update on public.city_rules for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy city_rules_delete on public.city_rules for delete to authenticated using ((select private.is_admin()));

-- Read on that day; what each says is in the words of this site.
insert into public.city_rules (id, city_slug, title, body, source_name, source_url, checked_on, applies) values
  ('00000000-0000-4000-8000-0000000c1001', 'san-antonio-tx', 'A certificate before work on historic buildings',
   'If the building is a landmark or in a historic district, paint on any outside wall needs a certificate of appropriateness first, also at the side or back. Work without one can bring a stop-work order and a $500 fee for applying afterwards. The city’s Explorer Map says whether an address is historic.',
   'City of San Antonio, Office of Historic Preservation',
   'https://www.sa.gov/Directory/Departments/OHP/Project-Review/Before-Getting-Started', '2026-11-27', '{outside}'),
  ('00000000-0000-4000-8000-0000000c1002', 'san-antonio-tx', 'Bare masonry on historic buildings',
   'The design guidelines for landmarks and historic districts ask you not to paint brick, stone or stucco that was never painted. Plan the mural on another wall or on panels, or ask the Office of Historic Preservation before you design it.',
   'Historic Design Guidelines, Exterior Maintenance and Alterations (copy)',
   'https://fdocuments.us/document/2-guidelines-for-exterior-maintenance-and-historic-design-guidelines-1-2-guidelines.html', '2026-11-27',
   '{outside,bare_masonry}'),
  ('00000000-0000-4000-8000-0000000c1003', 'san-antonio-tx', 'Logos and business names are signs',
   'A logo, a business name or an advertisement in a mural comes under the sign code. A sign of more than 32 square feet on a building needs a plan review and a permit, and only a licensed sign contractor can apply for it.',
   'City of San Antonio, Development Services',
   'https://sa.gov/Directory/Departments/DSD/Constructing/Business-Commercial/Permit-Process/Sign-Billboard', '2026-11-27',
   '{outside,lettering}'),
  ('00000000-0000-4000-8000-0000000c1004', 'san-antonio-tx', 'The owner has to agree',
   'Painting a wall without its owner’s consent is an offense in Texas. A tenant cannot give it: get the owner’s agreement in writing, with a sketch of the mural.',
   'Texas Penal Code, section 28.08',
   'https://statutes.capitol.texas.gov/Docs/PE/htm/PE.28.htm', '2026-11-27', '{rented}');

create function private.complete_city_rule() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.title := private.one_line(new.title);
  new.body := private.clean(new.body);
  new.source_name := private.one_line(new.source_name);
  if coalesce(new.title, '') = '' then perform private.fail('title_required'); end if;
  if char_length(new.title) > 200 then perform private.fail('title_too_long'); end if;
  if coalesce(char_length(new.body), 0) not between 1 and 1000 then perform private.fail('rule_text_invalid'); end if;
  if coalesce(char_length(new.source_name), 0) not between 1 and 120 then perform private.fail('rule_source_invalid'); end if;
  if new.source_url !~ '^https://' or private.web_address(new.source_url) is distinct from new.source_url then
    perform private.fail('rule_address_invalid');
  end if;
  -- It may be tomorrow there already.
  if coalesce(new.checked_on not between '1800-01-01' and ((private.clock() + interval '1 day') at time zone 'utc')::date, true) then perform private.fail('checked_on_invalid'); end if;
  -- Each once, in one order: the same conditions are the same value.
  if not coalesce(new.applies <@ private.wall_conditions(), false) then perform private.fail('invalid_input', 'applies'); end if;
  new.applies := array(select c from unnest(private.wall_conditions()) c where c = any (new.applies));
  return new;
end
$$;
comment on function private.complete_city_rule() is
  'The rules of a rule: a title, up to 1,000 characters, a source at an https address, read on a day that has come.';

create trigger city_rules_1_complete before insert or update on public.city_rules
  for each row execute function private.complete_city_rule();
create trigger city_rules_2_touch before update on public.city_rules
  for each row execute function private.touch();

create trigger city_rules_audit after insert or update or delete on public.city_rules
  for each row execute function private.audit_row('rule', 'updated_at', '{"city": "city_slug", "title": "title"}');

-- Saving only what was changed in a rule.
create function private.save_city_rule(p_rule uuid, p_changes jsonb, p_read jsonb) returns public.city_rules
  language plpgsql security invoker set search_path = '' as $$
declare
  v_rule public.city_rules;
begin
  select * into v_rule from public.city_rules r where r.id = p_rule for update;
  return private.save_row(v_rule, '{title,body,source_name,source_url,checked_on,applies}', p_changes, p_read);
end
$$;
comment on function private.save_city_rule(uuid, jsonb, jsonb) is
  'Saves the fields of p_changes; refuses changed_elsewhere where one is not what p_read says. Row-level security lets admins alone.';

-- What holds for the wall of a request.
create function private.wall_says(p_lead uuid) returns text[]
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select array_remove(array[d.place,
      case when f.condition = 'never_painted' and l.surface_type in ('brick', 'stucco', 'concrete') then 'bare_masonry' end,
      case when f.owner in ('rented_agreed', 'rented_not_asked') then 'rented' end,
      case when f.owner = 'rented_not_asked' then 'not_asked' end,
      case when f.lettering then 'lettering' end,
      -- From there on artists reckon with a lift.
      case when f.top_ft > 12 then 'high' end], null)
    from public.lead_records l
    left join public.request_details d on d.lead_id = l.id
    left join public.site_facts f on f.lead_id = l.id
    where l.id = p_lead);
end
$$;
comment on function private.wall_says(uuid) is 'The conditions of rules that hold for the wall of a request. What is not said does not hold.';

create function private.request_rules(p_lead uuid default null, p_token text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_lead uuid := case when p_token is null and (private.is_admin()
      or exists (select from private.requests_assigned_to_me() mine (id) where mine.id = p_lead))
    then p_lead else private.own_request(p_token, p_lead) end;
  v_says text[] := private.wall_says(v_lead);
begin
  return (
    select jsonb_build_object('city', c.slug, 'rules', coalesce((
      select jsonb_agg(to_jsonb(r) - 'updated_at' order by cardinality(r.applies), r.title, r.id)
      from public.city_rules r where r.city_slug = c.slug and r.applies <@ v_says), '[]'))
    from public.lead_records l
    join public.cities c on lower(c.city_name) = lower(l.city)
    where l.id = v_lead and exists (select from public.city_rules r where r.city_slug = c.slug)
    order by c.artist_count desc, c.slug limit 1);
end
$$;
comment on function private.request_rules(uuid, text) is
  'The rules of its city that apply to a request, for its artists, its client, by account or link, and admins: {city, rules}, or null where the city has none.';

-- Pages show them.
select private.after_statements('public.city_rules', 'site', 'record_site_changes');

grant execute on function private.wall_conditions() to authenticated, service_role;
