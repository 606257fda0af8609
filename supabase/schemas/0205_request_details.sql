-- What a client knows about the wall beyond the form's fields: its size in numbers, where it is, that nobody is
-- sure what it is made of, and walls of this site that it should be like. Beside the request and not in it: the
-- specification's columns stay what the form sends, and most of this is missing most of the time.
create table public.request_details (
  lead_id uuid primary key references public.lead_records (id) on delete cascade,
  -- In feet; null where no size is said.
  width_ft numeric(6, 1) check (width_ft between 0.5 and 1000),
  height_ft numeric(6, 1) check (height_ft between 0.5 and 1000),
  -- Typed, or about as large as something known: how far it can be trusted.
  size_source text check (size_source in ('typed', 'like')),
  place text check (place in ('outside', 'inside')),
  -- The surface was given as other because the client does not know it.
  surface_unsure boolean not null default false,
  -- No references: a mural that goes takes nothing of a request along.
  mural_ids uuid[] not null default '{}' check (cardinality(mural_ids) <= 6),
  check (num_nulls(width_ft, height_ft, size_source) in (0, 3))
);
comment on table public.request_details is
  'What a request says about its wall besides the form: a row only where there is something. Written by submit_lead alone.';
grant select on public.request_details to authenticated, service_role;

create policy request_details_select on public.request_details for select to authenticated using (
  (select private.is_admin())
  or lead_id in (select private.my_requests())
  or lead_id in (select private.requests_assigned_to_me()));

create function private.detail_feet(p_value jsonb, p_refusal text default 'feet_invalid') returns numeric
  language plpgsql stable set search_path = '' as $$
declare
  v_feet numeric;
begin
  if p_value is null or p_value = 'null' then return null; end if;
  if jsonb_typeof(p_value) <> 'number' then perform private.fail(p_refusal); end if;
  v_feet := (p_value #>> '{}')::numeric;
  if v_feet not between 0.5 and 1000 then perform private.fail(p_refusal); end if;
  return round(v_feet, 1);
end
$$;
comment on function private.detail_feet(jsonb, text) is 'One length of a wall as it is stored, to a tenth of a foot; null for none.';

create function private.detail_choice(p_value jsonb, p_choices jsonb) returns text
  language plpgsql stable set search_path = '' as $$
begin
  if p_value is null or p_value = 'null' then return null; end if;
  if p_value not in (select jsonb_array_elements(p_choices)) then perform private.fail('invalid_input', 'details'); end if;
  return p_value #>> '{}';
end
$$;
comment on function private.detail_choice(jsonb, jsonb) is 'One of some words, or yes or no; null for no answer.';

create function private.detail_list(p_value jsonb, p_pattern text) returns text[]
  language plpgsql stable set search_path = '' as $$
begin
  if p_value is null or p_value = 'null' then return '{}'; end if;
  if jsonb_typeof(p_value) <> 'array' or exists (
      select from jsonb_array_elements(p_value) x (item) where jsonb_typeof(x.item) <> 'string' or (x.item #>> '{}') !~ p_pattern) then
    perform private.fail('invalid_input', 'details');
  end if;
  if jsonb_array_length(p_value) > 6 then perform private.fail('liked_murals_too_many'); end if;
  return array(select lower(x.item) from jsonb_array_elements_text(p_value) with ordinality x (item, at) group by 1 order by min(x.at));
end
$$;
comment on function private.detail_list(jsonb, text) is
  'The murals that were chosen, each once, in the order of choosing: by their ids or, of a file of cards that has none, by what stands in their addresses.';

create function private.checked_details(p_details jsonb) returns public.request_details
  language plpgsql stable set search_path = '' as $$
declare
  v_details public.request_details;
begin
  if coalesce(jsonb_typeof(p_details), 'null') not in ('null', 'object') then perform private.fail('invalid_input', 'details'); end if;
  if jsonb_typeof(p_details) = 'null' then p_details := null; end if;
  v_details.width_ft := private.detail_feet(p_details -> 'width_ft');
  v_details.height_ft := private.detail_feet(p_details -> 'height_ft');
  if num_nulls(v_details.width_ft, v_details.height_ft) = 1 then perform private.fail('feet_invalid'); end if;
  v_details.size_source := private.detail_choice(p_details -> 'size_source', '["typed", "like"]');
  -- Where a size comes from is nothing without one.
  v_details.size_source := case when v_details.width_ft is not null then coalesce(v_details.size_source, 'typed') end;
  v_details.place := private.detail_choice(p_details -> 'place', '["outside", "inside"]');
  v_details.surface_unsure := coalesce(private.detail_choice(p_details -> 'surface_unsure', '[true, false]')::boolean, false);
  v_details.mural_ids := private.detail_list(p_details -> 'mural_ids', '^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$')::uuid[];
  return v_details;
end
$$;
comment on function private.checked_details(jsonb) is
  'The rules of what is said about a wall, and it as it is stored. What it does not know is left out, as everywhere.';

create function private.has_details(p_details public.request_details) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return num_nonnulls(p_details.width_ft, p_details.place) > 0 or p_details.surface_unsure or p_details.mural_ids <> '{}';
end
$$;
comment on function private.has_details(request_details) is 'Whether there is something to keep.';

create function private.store_details(p_lead uuid, p_details public.request_details, p_slugs text[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  -- A mural that is not public any more is no reason to refuse a request: it goes without.
  select coalesce(array_agg(y.id order by y.at), '{}') into p_details.mural_ids from (
    select m.id, min(x.at) as at from (
      select i.id, null::text as slug, i.at from unnest(p_details.mural_ids) with ordinality i (id, at)
      union all
      select r.mural_id, w.slug, w.at + 6 from unnest(p_slugs) with ordinality w (slug, at)
        left join public.mural_redirects r on r.slug = w.slug) x
    join public.murals m on (m.id = x.id or m.slug = x.slug) and m.public_visible
    group by m.id) y;
  if not private.has_details(p_details) then return; end if;
  p_details.lead_id := p_lead;
  insert into public.request_details select (p_details).*;
end
$$;
comment on function private.store_details(uuid, request_details, text[]) is 'Keeps what was said about the wall of a new request.';

create function private.details_line(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_facts jsonb := private.site_facts_line(p_lead);
  v_details jsonb := (
    select to_jsonb(d) - 'lead_id' || jsonb_build_object('murals', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'slug', m.slug, 'title', m.title, 'image_url', m.image_url) order by x.at)
      from unnest(d.mural_ids) with ordinality x (id, at) join public.murals m on m.id = x.id and m.public_visible), '[]'))
    from public.request_details d where d.lead_id = p_lead);
begin
  if v_facts is null then return v_details; end if;
  return coalesce(v_details, '{"murals": []}') || jsonb_build_object('facts', v_facts);
end
$$;
comment on function private.details_line(uuid) is
  'What a request says about its wall and its site, with the murals that are public; null for nothing.';
