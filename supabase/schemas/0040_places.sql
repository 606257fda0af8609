-- States and city slugs, pure. The TypeScript twin is src/lib/place.ts.
create function private.us_states() returns jsonb
  language sql immutable parallel safe set search_path = '' as $$
  select '{
    "alabama": "AL", "alaska": "AK", "arizona": "AZ", "arkansas": "AR", "california": "CA", "colorado": "CO",
    "connecticut": "CT", "delaware": "DE", "district of columbia": "DC", "florida": "FL", "georgia": "GA",
    "hawaii": "HI", "idaho": "ID", "illinois": "IL", "indiana": "IN", "iowa": "IA", "kansas": "KS",
    "kentucky": "KY", "louisiana": "LA", "maine": "ME", "maryland": "MD", "massachusetts": "MA",
    "michigan": "MI", "minnesota": "MN", "mississippi": "MS", "missouri": "MO", "montana": "MT",
    "nebraska": "NE", "nevada": "NV", "new hampshire": "NH", "new jersey": "NJ", "new mexico": "NM",
    "new york": "NY", "north carolina": "NC", "north dakota": "ND", "ohio": "OH", "oklahoma": "OK",
    "oregon": "OR", "pennsylvania": "PA", "rhode island": "RI", "south carolina": "SC", "south dakota": "SD",
    "tennessee": "TN", "texas": "TX", "utah": "UT", "vermont": "VT", "virginia": "VA", "washington": "WA",
    "west virginia": "WV", "wisconsin": "WI", "wyoming": "WY"}'::jsonb
$$;
comment on function private.us_states() is 'Every US state and the District of Columbia: lower-case name to abbreviation.';

create function private.state_code(p_state text) returns text
  language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  v_state text := upper(replace(private.one_line(p_state), '.', '') collate "C");
begin
  if v_state ~ '^[A-Z]{2}$' then
    return case when private.us_states()::text like '%"' || v_state || '"%' then v_state end;
  end if;
  v_state := lower(v_state collate "C");
  return coalesce(private.us_states() ->> v_state, private.state_aliases() ->> v_state);
end
$$;
comment on function private.state_code(text) is '''Texas'', ''tx'', ''Tex.'' and ''T.X.'' are all TX; anything that is no US state is null.';

create function private.city_slug(p_city text, p_state text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return nullif(private.slugify(p_city), '') || '-' || lower(private.state_code(p_state) collate "C");
end
$$;
comment on function private.city_slug(text, text) is '(''San Antonio'', ''Texas'') is san-antonio-tx; null without a city or without a US state.';

-- Rows hold names on one line and places as people mean them, client, artist or admin: 'San Antonio, TX' beside TX is the
-- city San Antonio.
create function private.known_city(p_city text, p_state text) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select c.city_name from public.cities c where c.slug = private.city_slug(p_city, p_state)),
    case when coalesce(private.state_code(p_state), 'TX') = 'TX' then private.city_of_zip(p_city) end, p_city);
end
$$;
comment on function private.known_city(text, text) is
  'A city as it is called in the service areas, whatever the case, spaces and accents it was typed with, or that of a ZIP code; any other city as it is.';

create function private.name_asked_city() returns trigger
  language plpgsql set search_path = '' as $$
begin
  -- A city of another state has that behind it, and is none of these.
  new.city := private.known_city(private.asked_city(new.city), 'TX');
  return new;
end
$$;
comment on function private.name_asked_city() is 'Stores the city that a client means, so that artists there are found.';

create function private.clean_account_name() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.raw_user_meta_data := jsonb_set(new.raw_user_meta_data, '{name}', to_jsonb(private.one_line(new.raw_user_meta_data ->> 'name')));
  return new;
end
$$;
comment on function private.clean_account_name() is 'Stores an account''s name as names are kept: admins read it in their lists.';

create trigger clean_account_name before insert or update of raw_user_meta_data on auth.users
  for each row when (jsonb_typeof(new.raw_user_meta_data -> 'name') = 'string') execute function private.clean_account_name();

grant execute on function
  private.us_states(), private.state_code(text), private.city_slug(text, text)
  to anon, authenticated, service_role;
grant execute on function private.known_city(text, text) to authenticated, service_role;
