-- Numbers of cards, which no text of a job may have, and of bank accounts, which none about a payment may have.
create function private.check_digits_fit(p_digits text, p_luhn boolean) returns boolean
  language sql immutable set search_path = '' as $$
  select sum(case
      when not p_luhn then d.digit::int * (array[3, 7, 1])[(d.at - 1) % 3 + 1]
      when (char_length(p_digits) - d.at) % 2 = 0 then d.digit::int
      else d.digit::int * 2 - case when d.digit > '4' then 9 else 0 end end) % 10 = 0
  from string_to_table(p_digits, null) with ordinality d (digit, at)
$$;
comment on function private.check_digits_fit(text, boolean) is
  'Whether digits end in their check digit: of cards (Luhn), else of routing numbers and CLABE.';

create function private.has_card_number(p_text text) returns boolean
  language plpgsql immutable set search_path = '' as $$
declare
  v_text text := private.plain_digits(p_text);
  v_found text[][];
  v_other text;
  v_digits text;
  v_shape text;
begin
  if char_length(regexp_replace(v_text, '[^0-9]', '', 'g')) < 13 then return false; end if;
  -- What is written like money, a day, a time, a phone or ZIP codes is read as that.
  foreach v_other in array array[
    '\$ ?[0-9]{1,7}(\.[0-9]{2})?(?![0-9])|(?<![0-9])[0-9]{1,3}(,[0-9]{3})+(\.[0-9]{2})?(?![0-9])',
    '(?<![0-9])(20[0-9]{2}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}[./-][0-9]{1,2}[./-](20)?[0-9]{2}|[0-9]{1,2}:[0-9]{2})(?![0-9])',
    '\+[0-9]([ ().-]{0,2}[0-9]){6,14}(?![ ().-]{0,2}[0-9])',
    '(?<![0-9])(1[ .-]?)?(\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[ .-])[2-9][0-9]{2}[ .-]?[0-9]{4}(?![0-9])',
    '(?<![0-9-])[0-9]{5}-[0-9]{4}(?![0-9-])|(?<![0-9])[0-9]{5}([,;] ?[0-9]{5})+(?![0-9])'] loop
    v_text := regexp_replace(v_text, v_other, 'x', 'g');
  end loop;
  select array_agg(array[f.pair[1], f.pair[2]] order by f.at) into v_found
    from regexp_matches(v_text, '([^0-9]*)([0-9]+)', 'g') with ordinality f (pair, at);
  for v_from in 1 .. coalesce(array_length(v_found, 1), 0) loop
    v_digits := '';
    v_shape := null;
    for v_at in v_from .. array_length(v_found, 1) loop
      exit when char_length(v_digits) >= 19
        or v_at > v_from and (char_length(v_found[v_at][1]) > 20 or v_found[v_at][1] ~ '[[:alpha:]]');
      v_digits := v_digits || v_found[v_at][2];
      v_shape := concat_ws('-', v_shape, char_length(v_found[v_at][2]));
      continue when char_length(v_digits) not between 13 and 19;
      if v_digits ~ '^(4[0-9]{12}|4[0-9]{15}|4[0-9]{18}|5[1-5][0-9]{14}|2(22[1-9]|2[3-9][0-9]|[3-6][0-9]{2}|7[01][0-9]|720)[0-9]{12}|3[47][0-9]{13}|3(0[0-59]|[689][0-9])[0-9]{11,16}|35(2[89]|[3-8][0-9])[0-9]{12,15}|(60|62|65)[0-9]{14,17}|64[4-9][0-9]{13,16}|(5018|5020|5038|5893|6304|6759|676[1-3])[0-9]{9,15}|220[0-4][0-9]{12,15})$'
        and private.check_digits_fit(v_digits, true) then
        return true;
      end if;
      if v_shape ~ '^(18|3-3-11-1|6-6-6|3-3-3-3-3-3)$' and private.check_digits_fit(v_digits, false) then return true; end if;
    end loop;
  end loop;
  return false;
end
$$;
comment on function private.has_card_number(text) is
  'Whether digits with no letter between them are a card of a known issuer, or a CLABE. src/lib/card-number.ts has the same rule.';

create function private.is_iban(p_text text) returns boolean
  language sql immutable set search_path = '' as $$
  select char_length(b.bare) >= 15 and (
    select string_agg(case when l.letter ~ '[A-Z]' then (ascii(l.letter) - 55)::text else l.letter end, '' order by l.at)::numeric % 97 = 1
    from string_to_table(substr(b.bare, 5) || left(b.bare, 4), null) with ordinality l (letter, at))
  from (select replace(p_text, ' ', '') as bare) b
$$;
comment on function private.is_iban(text) is 'Whether letters and digits in the form of an IBAN have its check digits.';

create function private.has_account_number(p_text text) returns boolean
  language plpgsql immutable set search_path = '' as $$
declare
  v_text text := private.plain_digits(p_text);
  c_run constant text := '([0-9](?:[ .\u2010-\u2013-]?[0-9]){5,16})';
  v_other text;
begin
  if private.has_card_number(v_text) then return true; end if;
  -- Links, phones of any country, days, ZIP codes, and numbers of papers.
  v_text := regexp_replace(v_text, 'https?://[^ \t\r\n]+', ';', 'gi');
  foreach v_other in array array[
    '\+[0-9]([ ().\u2010-\u2013-]{0,2}[0-9])*',
    '(?<![0-9])(20[0-9]{2}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}[.-][0-9]{1,2}[.-]20[0-9]{2}|20[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01]))(?![0-9])',
    '(?<![0-9-])[0-9]{5}-[0-9]{4}(?![0-9-])|(?<![A-Za-z])(TX|Texas)[ ,.]{1,3}[0-9]{5}[ -]?[0-9]{4}(?![0-9])'] loop
    v_text := regexp_replace(v_text, v_other, ';', 'g');
  end loop;
  v_text := regexp_replace(v_text, '(?<![a-z])(receipt|invoice|inv|permit|order|ticket|check|cheque|confirmation|conf|ref|reference|transaction|box|recibo|factura|folio|permiso|license)s?[ .:#-]*(no|nr|num|number|id)?[ .:#-]*[0-9][0-9-]*', ';', 'gi');
  return exists (
      select from regexp_matches(v_text, '(?<![0-9+])[0-9]{9}(?![0-9])', 'g') r (found)
      where r.found[1] ~ '^(0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)' and private.check_digits_fit(r.found[1], false))
    or exists (
      select from regexp_matches(v_text, '(?<![A-Z0-9])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Z0-9])', 'g') i (found)
      where private.is_iban(i.found[1]))
    or exists (
      select from (
        select n.found[1] as run
        from regexp_matches(v_text, '(?<![a-z])(?:routing|account|acct|a/c|aba|clabe|cuenta)[^0-9+]{0,30}' || c_run || '(?![0-9])', 'gi') n (found)
        union all
        select n.found[1]
        from regexp_matches(v_text, '(?<![0-9+])' || c_run || '[^0-9a-z]{0,3}(?:is |as |= ?)?(?:my |our |the )?(?:bank )?(?:routing|account|acct|aba|clabe|cuenta)(?![a-z])', 'gi') n (found)
      ) named
      -- Not a phone number, by which Zelle finds people.
      where named.run !~ '^(1[ .-]?)?[0-9]{3}[ .\u2010-\u2013-][0-9]{3}[ .\u2010-\u2013-]?[0-9]{4}$'
        and not (char_length(named.run) = 10 and v_text ~* 'zelle|venmo|cash ?app|phone|cell|call|text|whatsapp'));
end
$$;
comment on function private.has_account_number(text) is
  'Whether a text seems to have the number of a card or of a bank account, by check digits or words. src/lib/account-number.ts has the same rule.';
