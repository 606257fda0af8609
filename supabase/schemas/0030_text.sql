-- Text rules, pure. The TypeScript twins are src/lib/{text,email,slug}.ts and src/features/artists/artist.ts.
-- PL/pgSQL, because these run for every row that is written: SQL functions that call each other are planned again
-- at each call.
create function private.clean(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_text text;
begin
  if t !~ '[^ -~\n\t]' then return btrim(t, E' \t\n'); end if;
  v_text := regexp_replace(normalize(t, nfc), '\r\n?|[\u000b\u000c\u0085\u2028\u2029]', E'\n', 'g');
  -- Controls, embeddings, overrides and isolates of direction, tags but those of flags; then joiners beside plain letters.
  v_text := regexp_replace(v_text, '(\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f)'
    || '|[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u17b4\u17b5\u180e\u200b\u202a-\u202e\u2060-\u206f]'
    || '|[\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]', '\1', 'g');
  v_text := regexp_replace(v_text, '([\u200c\u200d])[\u200c\u200d]+', '\1', 'g');
  v_text := regexp_replace(v_text, '[\u200c\u200d](?![^\u0001-\u007f])|(?<![^\u0001-\u007f])[\u200c\u200d]', '', 'g');
  v_text := btrim(normalize(v_text, nfc), E' \t\n\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\u061c\u200c\u200d\u200e\u200f\u2800');
  return case when not private.is_visible(v_text) then '' else v_text end;
end
$$;
comment on function private.clean(text) is
  'Text as it is kept: composed letters, one kind of line break, nothing at its ends and no invisible characters; empty where nothing of it can be seen.';

create function private.clean_or_null(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return nullif(private.clean(t), '');
end
$$;
comment on function private.clean_or_null(text) is 'Trimmed text; empty becomes null.';

create function private.valid_email(t text) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return t ~ '^(?!.*=\?)[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$';
end
$$;
comment on function private.valid_email(text) is
  'Whether this has the form of an email address (specification, section 5): atoms as RFC 5321 has them without the beginning of an encoded name, a domain. Its length is judged apart.';

create function private.pasted_email(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_text text := regexp_replace(private.clean(t), '[.,;:]+$', '');
begin
  v_text := regexp_replace(v_text, '^[^<>]*<([^<>]*)>$', '\1');
  return private.clean(regexp_replace(v_text, '^mailto:([^?]*).*$', '\1', 'i'));
end
$$;
comment on function private.pasted_email(text) is
  'An address as people paste it: behind mailto:, in angle brackets with a name before them, with the mark that ended its sentence. src/lib/email-form.ts has the same.';

create function private.slugify(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return btrim(regexp_replace(
    lower(private.bare_letters(regexp_replace(normalize(t, nfkd), '[\u0300-\u036f]', '', 'g')) collate "C"),
    '[^a-z0-9]+', '-', 'g'), '-');
end
$$;
comment on function private.slugify(text) is 'Lower-case words joined by hyphens; accents are dropped, everything else separates.';

create function private.artist_slug(p_name text, p_user uuid) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce(nullif(rtrim(left(private.slugify(p_name), 100), '-'), ''), 'artist') || '-' || left(p_user::text, 8);
end
$$;
comment on function private.artist_slug(text, uuid) is
  'Slug of a new profile: hyphenated name and the first 8 characters of the user id (specification, section 9).';

create function private.plain_digits(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_plain text := regexp_replace(normalize(t, nfkc), '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g');
begin
  if v_plain !~ '[^\u0001-\u065f]' then return v_plain; end if;
  -- The zeros of all scripts, which NFKC leaves as they are.
  return translate(v_plain, string_agg(chr(z + d), '' order by z, d), string_agg(d::text, '' order by z, d))
    from unnest(array[
      1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160, 4240,
      6112, 6160, 6470, 6608, 6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504, 43600, 44016,
      66720, 68912, 69734, 69872, 69942, 70096, 70384, 70736, 70864, 71248, 71360, 71472, 71904, 72016, 72784,
      73040, 73120, 92768, 92864, 93008, 123200, 123632, 125264]) z,
      generate_series(0, 9) d;
end
$$;
comment on function private.plain_digits(text) is 'A text with its digits and spaces in their plain form. src/lib/digits-code.ts has the same.';

create function private.code_digits(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_plain text := private.plain_digits(t);
  v_digits text := regexp_replace(v_plain, '[^0-9]', '', 'g');
begin
  if char_length(v_digits) = 6 then return v_digits; end if;
  return coalesce(
    substring(v_plain from '(?<![0-9])[0-9]{6}(?![0-9])'),
    -- In two halves; three such groups are a telephone number.
    translate(substring(v_plain from '(?<![0-9])(?<![0-9][ -])[0-9]{3}[ -][0-9]{3}(?![ -]?[0-9])'), ' -', ''),
    '');
end
$$;
comment on function private.code_digits(text) is 'The six digits of a code as people paste it; empty for what has no six. src/lib/digits-code.ts has the same.';

create function private.clean_list(a text[]) returns text[]
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (array_remove(array(select nullif(private.clean(x), '') from unnest(a) x), null))[:20];
end
$$;
comment on function private.clean_list(text[]) is 'List items trimmed, empty ones dropped, the first 20 kept (specification, section 5).';

create function private.valid_list(a text[]) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return a is not null and cardinality(a) <= 20 and array_position(a, null) is null
    and not exists (select from unnest(a) x where x <> private.clean(x) or char_length(x) not between 1 and 50);
end
$$;
comment on function private.valid_list(text[]) is 'Whether a stored list follows section 5: at most 20 trimmed items of 1 to 50 characters.';

create function private.safe_url(t text) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return t is null or (char_length(t) <= 500
    and t ~ '^https?://([A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\])(:[0-9]{1,5})?/[A-Za-z0-9._~/%-]*(\?[A-Za-z0-9._~=&%-]*)?$');
end
$$;
comment on function private.safe_url(text) is 'Null or a plain web address: no script, no data, no white space, no quotes.';

create function private.safe_urls(a text[]) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return a is not null and cardinality(a) <= 40
    and not exists (select from unnest(a) x where x is null or not private.safe_url(x));
end
$$;
comment on function private.safe_urls(text[]) is 'Whether a list holds at most 40 plain web addresses.';

-- What can be seen of a text: the rule for names, messages, titles and everything else that one person shows another.
-- The TypeScript twin is src/lib/visible-text.ts.
create function private.is_visible(t text) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Most texts have a plain letter: the long list is for those without.
  if t ~ '[!-~\u00a1-\u00ac\u00ae-\u02ff]' then return true; end if;
  return t ~ ('[^'
    || '\u0001-\u0020\u007f-\u00a0\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7'
    || '\u0600-\u0605\u0610-\u061a\u061c\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u070f\u0711'
    || '\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b'
    || '\u0890-\u089f\u08ca-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc\u09be-\u09cd\u09d7'
    || '\u09e2\u09e3\u09fe-\u0a03\u0a3c-\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0ae2\u0ae3\u0afa-\u0b03'
    || '\u0b3c\u0b3e-\u0b57\u0b62\u0b63\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c56\u0c62\u0c63\u0c81-\u0c83'
    || '\u0cbc\u0cbe-\u0cd6\u0ce2\u0ce3\u0cf3-\u0d03\u0d3b\u0d3c\u0d3e-\u0d4d\u0d57\u0d62\u0d63\u0d81-\u0d83\u0dca-\u0ddf'
    || '\u0df2\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39'
    || '\u0f3e\u0f3f\u0f71-\u0f84\u0f86\u0f87\u0f8d-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064'
    || '\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u115f\u1160\u135d-\u135f\u1680\u1712-\u1715\u1732-\u1734'
    || '\u1752\u1753\u1772\u1773\u17b4-\u17d3\u17dd\u180b-\u180f\u1885\u1886\u18a9\u1920-\u193b\u1a17-\u1a1b\u1a55-\u1a7f'
    || '\u1ab0-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2'
    || '\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u2000-\u200f\u2028-\u202f\u205f-\u206f\u20d0-\u20f0\u2800'
    || '\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u3000\u302a-\u302f\u3099\u309a\u3164\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f'
    || '\ua6f0\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d'
    || '\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4'
    || '\uaab7\uaab8\uaabe\uaabf\uaac1\uaaeb-\uaaef\uaaf5\uaaf6\uabe3-\uabea\uabec\uabed\ue000-\uf8ff\ufb1e\ufe00-\ufe0f'
    || '\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufffb\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a0f'
    || '\U00010a38-\U00010a3f\U00010ae5\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab\U00010eac'
    || '\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070'
    || '\U00011073\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110bd\U000110c2-\U000110cd\U00011100-\U00011102'
    || '\U00011127-\U00011134\U00011145\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc'
    || '\U000111ce\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303'
    || '\U0001133b\U0001133c\U0001133e-\U0001134d\U00011357\U00011362-\U00011374\U000113b8-\U000113d0\U000113d2'
    || '\U000113e1\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115c0\U000115dc\U000115dd'
    || '\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U0001193e\U00011940'
    || '\U00011942\U00011943\U000119d1-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e'
    || '\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c3f\U00011c92-\U00011cb6'
    || '\U00011d31-\U00011d45\U00011d47\U00011d8a-\U00011d97\U00011ef3-\U00011ef6\U00011f00\U00011f01\U00011f03'
    || '\U00011f34-\U00011f42\U00011f5a\U00013430-\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4'
    || '\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f92\U00016fe4-\U00016ff1\U0001bc9d\U0001bc9e\U0001bca0-\U0001bca3'
    || '\U0001cf00-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad'
    || '\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001daaf'
    || '\U0001e000-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef'
    || '\U0001e5ee\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a'
    || '\U000e0000-\U0010fffd'
    || ']');
end
$$;
comment on function private.is_visible(text) is
  'Whether a text has a character that can be seen: no white space, control, mark or other sign that only changes its neighbors.';

create function private.one_line(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return regexp_replace(private.clean(t), '[ \t\n\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g');
end
$$;
comment on function private.one_line(text) is 'The same on one line, with single spaces: names, titles, cities.';

create function private.bare_letters(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if t !~ '[^\u0001-\u007f]' then return t; end if;
  return regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    translate(t, 'łŁđĐðÐøØıħĦŋŊŧŦɓɗƒǥǤɨƙƚɲƥʉƴƶƵəƏς', 'llddddooihhnnttbdfggiklnpuyzzeeσ'),
    '[ßẞ]', 'ss', 'g'), '[æÆ]', 'ae', 'g'), '[œŒ]', 'oe', 'g'), '[þÞ]', 'th', 'g');
end
$$;
comment on function private.bare_letters(text) is
  'Letters that no accent was added to, as they are written without: Łukasz is lukasz. src/lib/slug.ts is the same.';

create function private.state_aliases() returns jsonb
  language sql immutable parallel safe set search_path = '' as $$
  select '{
    "tex": "TX", "tejas": "TX", "ala": "AL", "ariz": "AZ", "ark": "AR", "calif": "CA", "cal": "CA",
    "colo": "CO", "conn": "CT", "fla": "FL", "ill": "IL", "ind": "IN", "kan": "KS", "kans": "KS",
    "luisiana": "LA", "mass": "MA", "mich": "MI", "minn": "MN", "miss": "MS", "mont": "MT", "neb": "NE",
    "nebr": "NE", "nev": "NV", "n mex": "NM", "nuevo mexico": "NM", "nueva york": "NY", "okla": "OK",
    "ore": "OR", "oreg": "OR", "penn": "PA", "penna": "PA", "tenn": "TN", "wash": "WA",
    "washington dc": "DC", "w va": "WV", "wis": "WI", "wisc": "WI", "wyo": "WY"}'::jsonb
$$;
comment on function private.state_aliases() is 'What else states are called, in small letters and without dots: to abbreviation.';

create function private.city_and_state(p_typed text, p_code text) returns text[]
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_city text;
  v_parts text[];
  v_state text;
  v_pattern text;
begin
  if char_length(p_typed) > 200 then return array[p_typed, null]; end if;
  v_city := regexp_replace(p_typed,
    '(,\s*(usa?|u\.s\.(a\.)?|ee\.? ?uu\.?)|[ ,]\s*(USA|united states( of america)?|estados unidos( de am[eé]rica)?))$', '', 'i');
  v_parts := regexp_match(v_city, '^(tx|texas|zip|zip ?code)[ ,:]+([0-9]{5}(-[0-9]{4})?)$', 'i');
  if v_parts is not null then return array[v_parts[2], private.state_code(v_parts[1])]; end if;
  v_city := regexp_replace(regexp_replace(v_city, '[ ,]\s*\(?[0-9]{5}(-[0-9]{4})?\)?$', ''), '[ ,]+$', '');
  v_parts := regexp_match(v_city, '^(.*[^ ,]) *([,(/]| [-–—]) *([^,()]+)\)?$');
  v_state := private.state_code(v_parts[3]);
  if v_state is not null then
    return array[regexp_replace(v_parts[1], ' *, *(condado de [^,]+|[^,]+ county)$', '', 'i'), v_state];
  end if;
  -- Without a comma a word is a state only where nothing else is likely: 'Port Washington' is a name.
  foreach v_pattern in array array['^(.*[^ ,]) ([^ ]+ [^ ]+)$', '^(.*[^ ,]) ([^ ]+)$'] loop
    v_parts := regexp_match(v_city, v_pattern);
    v_state := private.state_code(v_parts[2]);
    if v_state = 'TX' or v_state = p_code or (v_state is not null and v_parts[2] ~ '^[A-Z]{2}$') then
      return array[v_parts[1], v_state];
    end if;
  end loop;
  return array[coalesce(nullif(v_city, ''), p_typed), null];
end
$$;
comment on function private.city_and_state(text, text) is 'A city as it was typed, and the state that it ends with, or null: {Albany, NY}.';

create function private.read_place(p_city text, p_state text) returns text[]
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_typed text := coalesce(private.one_line(p_city), '');
  v_given text := coalesce(private.one_line(p_state), '');
  v_code text := private.state_code(v_given);
  v_read text[] := private.city_and_state(v_typed, v_code);
  v_kept text := nullif(case when private.us_states() ? lower(v_given collate "C") then v_given else coalesce(v_code, v_given) end, '');
begin
  if v_read[2] is not null and v_given <> '' and v_read[2] is distinct from v_code then
    return array[nullif(v_typed, ''), v_kept];
  end if;
  return array[nullif(v_read[1], ''), coalesce(v_kept, v_read[2])];
end
$$;
comment on function private.read_place(text, text) is
  'A city and a state as people fill them in: ''San Antonio, TX'', with or without a state beside it, is {San Antonio, TX}. A state in full stays; two different states are left as they are. src/lib/place.ts is the same.';

create function private.asked_city(p_typed text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_place text[] := private.read_place(p_typed, null);
begin
  return concat_ws(', ', v_place[1], nullif(v_place[2], 'TX'));
end
$$;
comment on function private.asked_city(text) is 'The city of a request: ''New Braunfels tx'' is New Braunfels; a state that is not Texas stays behind a comma.';

-- Admins find 'Łódź' by 'lodz' and 'Muñoz' by 'munoz'.
create function private.bare_text(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- As many bytes as letters: it has no accents.
  if octet_length(t) = char_length(t) then return lower(t); end if;
  return lower(private.bare_letters(regexp_replace(normalize(t, nfkd), '[\u0300-\u036f]', '', 'g')));
end
$$;
comment on function private.bare_text(text) is 'Text in small letters without accents, for finding it.';

-- What an index of letters in threes finds, on engines without the extension pg_trgm.
create function private.trigrams(t text) returns text[]
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_letters text[] := string_to_array(t, null);
begin
  return array(
    select distinct u.a || u.b || u.c from unnest(v_letters, v_letters[2:], v_letters[3:]) u (a, b, c) where u.c is not null);
end
$$;
comment on function private.trigrams(text) is 'Every three letters that stand beside each other in a text; none of a shorter one.';

create function private.search_text(variadic p_parts text[]) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return private.bare_text(array_to_string(p_parts, e'\n'));
end
$$;
comment on function private.search_text(text[]) is 'What a row is found by, as private.bare_text has it, a line for each part.';

create function private.name_key(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return nullif(btrim(regexp_replace(private.bare_text(t),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f\u1680\ufeff]+', ' ', 'g')), '');
end
$$;
comment on function private.name_key(text) is
  'A name as namesakes have it alike, in the letters of its own script; null where nothing is left. src/lib/slug.ts is the same.';

grant execute on function
  private.clean(text), private.clean_or_null(text), private.valid_email(text), private.pasted_email(text), private.slugify(text),
  private.artist_slug(text, uuid), private.clean_list(text[]), private.valid_list(text[]), private.safe_url(text),
  private.safe_urls(text[])
  to anon, authenticated, service_role;
grant execute on function
  private.is_visible(text), private.one_line(text), private.bare_letters(text), private.state_aliases(),
  private.city_and_state(text, text), private.read_place(text, text), private.asked_city(text),
  private.bare_text(text), private.trigrams(text), private.search_text(text[])
  to authenticated, service_role;
