-- States and city slugs, pure. The TypeScript twin is src/domain/place.ts.

create function private.us_states() returns jsonb
  language sql immutable parallel safe set search_path = ''
as $$
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
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_state text := upper(private.clean(p_state) collate "C");
begin
  if v_state ~ '^[A-Z]{2}$' then
    return (select s.value from jsonb_each_text(private.us_states()) s where s.value = v_state);
  end if;
  return private.us_states() ->> regexp_replace(lower(v_state collate "C"), '\s+', ' ', 'g');
end
$$;
comment on function private.state_code(text) is '''Texas'', ''tx'' and '' TX '' are all TX; anything that is no US state is null.';

create function private.city_slug(p_city text, p_state text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return nullif(private.slugify(p_city), '') || '-' || lower(private.state_code(p_state) collate "C");
end
$$;
comment on function private.city_slug(text, text) is
  '(''San Antonio'', ''Texas'') is san-antonio-tx; null without a city or without a US state.';

grant execute on function private.us_states(), private.state_code(text), private.city_slug(text, text)
  to anon, authenticated, service_role;
