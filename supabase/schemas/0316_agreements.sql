-- What an artist and a client agree on before the work begins: offered by the artist, signed by both. Versions and
-- signatures are only added. A side that wants other terms gets a new version, which nobody has signed yet.
insert into private.moves (process, event, actor, state, becomes)
select 'agreement', m.event, a, s, m.becomes from (values
  ('offer', '{artist}'::text[], '{draft,offered,change_asked,signed_by_one,ended}'::text[], 'offered'),
  ('offer', '{artist}', '{in_force,amending}', 'amending'),
  ('take_back', '{artist}', '{offered,change_asked,signed_by_one}', 'draft'),
  ('take_back', '{artist}', '{amending}', 'in_force'),
  ('ask_change', '{client}', '{offered,change_asked,signed_by_one}', 'change_asked'),
  ('ask_change', '{client}', '{amending}', 'amending'),
  ('sign', '{artist,client}', '{offered}', 'signed_by_one'),
  ('sign', '{artist,client}', '{amending}', 'amending'),
  ('countersign', '{artist,client}', '{signed_by_one,amending}', 'in_force'),
  ('end', '{artist,client}', '{in_force,amending}', 'ended'),
  ('close', '{system}', '{draft,offered,change_asked,signed_by_one,in_force,amending}', 'ended')
) m (event, actors, states, becomes), unnest(m.actors) a, unnest(m.states) s;

create table private.agreements (
  lead_id uuid not null,
  artist_id uuid not null,
  state text not null default 'draft'
    check (state in ('draft', 'offered', 'change_asked', 'signed_by_one', 'in_force', 'amending', 'ended')),
  -- The last version that was offered, and the one that both have signed.
  version int not null default 0,
  in_force int,
  -- What the client would like to have changed.
  change text check (char_length(change) between 1 and 2000),
  ended_by text check (ended_by in ('client', 'artist', 'system')),
  ended_reason text check (char_length(ended_reason) between 1 and 500),
  updated_at timestamptz not null default now(),
  primary key (lead_id, artist_id),
  check ((state = 'ended') = (ended_by is not null)),
  check (in_force is not null or state not in ('in_force', 'amending')),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade
);
comment on table private.agreements is
  'How far an artist and a client are with their agreement. No row is a draft: the artist''s browser keeps what was not offered yet.';

create table private.agreement_versions (
  lead_id uuid not null,
  artist_id uuid not null,
  version int not null check (version > 0),
  -- As it was hashed: jsonb has one text for each value.
  -- Of it 4,608 bytes are for what the database adds.
  body text not null check (octet_length(body) <= 45568),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  idempotency_key uuid not null,
  created_at timestamptz not null default now(),
  primary key (lead_id, artist_id, version),
  unique (lead_id, artist_id, idempotency_key),
  foreign key (lead_id, artist_id) references private.agreements (lead_id, artist_id) on delete cascade
);
comment on table private.agreement_versions is
  'Every version that was offered, with the SHA-256 of its body; never changed. What both signed outlives the request in private.sealed_jobs.';

create table private.agreement_signatures (
  lead_id uuid not null,
  artist_id uuid not null,
  version int not null,
  side text not null check (side in ('client', 'artist')),
  hash text not null,
  name text not null check (char_length(name) between 1 and 100),
  proven_by text not null check (proven_by in ('account', 'code')),
  -- To which address the code of a guest went, and when it was typed on this device.
  address_hash bytea,
  proven_at timestamptz,
  signed_at timestamptz not null,
  check ((proven_by = 'code') = (address_hash is not null and proven_at is not null)),
  primary key (lead_id, artist_id, version, side),
  foreign key (lead_id, artist_id, version) references private.agreement_versions (lead_id, artist_id, version) on delete cascade
);
comment on table private.agreement_signatures is
  'Who signed which version, by its hash: a signature counts for that one alone. Never changed.';

create function private.refuse_change() returns trigger
  language plpgsql set search_path = '' as $$
begin
  perform private.fail('not_allowed');
  return null;
end
$$;
comment on function private.refuse_change() is 'What was written down stays as it is.';

create trigger agreement_versions_refuse_change before update on private.agreement_versions
  for each row execute function private.refuse_change();
create trigger agreement_signatures_refuse_change before update on private.agreement_signatures
  for each row execute function private.refuse_change();

create function private.altered_agreements()
  returns table (lead_id uuid, artist_id uuid, version int)
  language sql stable security definer rows 10 set search_path = '' as $$
  select v.lead_id, v.artist_id, v.version from private.agreement_versions v
  where encode(sha256(convert_to(v.body, 'UTF8')), 'hex') <> v.hash
    or exists (select from private.agreement_signatures s
      where s.lead_id = v.lead_id and s.artist_id = v.artist_id and s.version = v.version and s.hash <> v.hash)
$$;
comment on function private.altered_agreements() is 'Versions whose body is not what was hashed and signed. There is none unless a file or a row was changed by hand.';

create function private.agreement_number(p_body jsonb, p_field text, p_least int, p_most int, p_optional boolean default false) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_value jsonb := p_body -> p_field;
begin
  if p_optional and coalesce(v_value, 'null') = 'null' then return jsonb_build_object(p_field, null); end if;
  if jsonb_typeof(v_value) is distinct from 'number' or (v_value #>> '{}')::numeric <> trunc((v_value #>> '{}')::numeric)
    or (v_value #>> '{}')::numeric not between p_least and p_most then
    perform private.fail('agreement_number_invalid', p_field);
  end if;
  return jsonb_build_object(p_field, (v_value #>> '{}')::numeric::int);
end
$$;
comment on function private.agreement_number(jsonb, text, int, int, boolean) is 'A whole number of an agreement between two bounds.';

create function private.agreement_text(p_body jsonb, p_field text, p_most int, p_optional boolean default false) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_value text;
begin
  if coalesce(jsonb_typeof(p_body -> p_field), 'null') not in ('null', 'string') then perform private.fail('invalid_input', p_field); end if;
  v_value := private.clean(p_body ->> p_field);
  if not p_optional and coalesce(v_value, '') = '' then perform private.fail('agreement_text_required', p_field); end if;
  if char_length(v_value) > p_most then perform private.fail('agreement_text_too_long', p_field); end if;
  if private.has_card_number(v_value) or p_field = 'how_to_pay' and private.has_account_number(v_value) then
    perform private.fail('account_number_refused', p_field);
  end if;
  return jsonb_build_object(p_field, coalesce(v_value, ''));
end
$$;
comment on function private.agreement_text(jsonb, text, int, boolean) is 'A text of an agreement without the number of a card; empty for none, where it is optional.';

create function private.agreement_choice(p_body jsonb, p_field text, p_choices text[]) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_body -> p_field) is distinct from 'string' or p_body ->> p_field <> all (p_choices) then
    perform private.fail('invalid_input', p_field);
  end if;
  return jsonb_build_object(p_field, p_body ->> p_field);
end
$$;
comment on function private.agreement_choice(jsonb, text, text[]) is 'One of some words of an agreement.';

create function private.agreement_clauses(p_body jsonb) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_clauses jsonb := coalesce(p_body -> 'clauses', '[]');
  v_clause jsonb;
  v_checked jsonb := '[]';
begin
  if jsonb_typeof(v_clauses) <> 'array' or jsonb_array_length(v_clauses) > 20 then perform private.fail('agreement_clauses_too_many'); end if;
  for v_clause in select * from jsonb_array_elements(v_clauses) loop
    if jsonb_typeof(v_clause) <> 'object' then perform private.fail('invalid_input', 'clauses'); end if;
    if char_length(private.clean(v_clause ->> 'text')) > 2000 then perform private.fail('clause_too_long'); end if;
    v_checked := v_checked || jsonb_build_array(
      private.agreement_text(v_clause, 'title', 100) || private.agreement_text(v_clause, 'text', 2000)
      || case when v_clause ? 'lang' then private.agreement_choice(v_clause, 'lang', '{en,es}') else '{}' end);
  end loop;
  return jsonb_build_object('clauses', v_checked);
end
$$;
comment on function private.agreement_clauses(jsonb) is 'What the artist may change or leave out, each clause with its title and, since there are two, its language.';

create function private.usual_clauses() returns table (number int, lang text, title text, text text)
  language sql immutable parallel safe rows 12 set search_path = '' as $$
  values
    (1, 'en', 'Further rounds',
      'You both agree on the price of each further round of changes before it begins.'),
    (1, 'es', 'Rondas adicionales',
      'Las dos partes acuerdan el precio de cada ronda adicional de cambios antes de que empiece.'),
    (2, 'en', 'Delays',
      E'Bad weather can extend the end date by up to 5 days.\nEither side may postpone the start with 7 days’ notice.'),
    (2, 'es', 'Retrasos',
      E'El mal tiempo puede mover la fecha final hasta 5 días.\nCualquiera de las partes puede aplazar el inicio con 7 días de aviso.'),
    (3, 'en', 'Copyright and photos',
      E'The artist keeps the copyright in the mural and the sketches.\nThe client may take and share photos of the mural. Advertising and products need a separate license from the artist.'),
    (3, 'es', 'Derechos de autor y fotos',
      E'El artista conserva los derechos de autor del mural y de los bocetos.\nEl cliente puede tomar y compartir fotos del mural. Para publicidad y productos hace falta una licencia aparte del artista.'),
    (4, 'en', 'Visual Artists Rights Act',
      E'The artist keeps their rights under the Visual Artists Rights Act (17 U.S.C. § 106A): credit, and no changes to the mural without the artist.\nThe client tells the artist 90 days before the mural is removed or painted over.'),
    (4, 'es', 'Ley de Derechos de los Artistas Visuales',
      E'El artista conserva sus derechos según la Ley de Derechos de los Artistas Visuales (Visual Artists Rights Act, 17 U.S.C. § 106A): que se le dé crédito y que no se cambie el mural sin el artista.\nEl cliente le avisa al artista 90 días antes de que se quite el mural o se pinte encima.'),
    (5, 'en', 'Care',
      E'For 12 months the artist repairs faults of paint and workmanship at no charge.\nThe client plans to keep the mural for at least 5 years.'),
    (5, 'es', 'Cuidado',
      E'Durante 12 meses, el artista repara sin costo las fallas de pintura y de mano de obra.\nEl cliente piensa conservar el mural al menos 5 años.'),
    (6, 'en', 'Ending early',
      'Either side may end this agreement in writing. What was paid counts toward what is owed then: 25% of the price before painting begins, 75% after.'),
    (6, 'es', 'Terminar antes de tiempo',
      'Cualquiera de las partes puede terminar este acuerdo por escrito. Lo ya pagado cuenta para lo que se deba entonces: 25% del precio antes de que empiece la pintura, 75% después.')
$$;
comment on function private.usual_clauses() is
  'The clauses that agreements begin with, in both languages. src/features/agreements/usual-clauses.ts has the same.';

create function private.with_other_texts(p_clauses jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(c.clause || jsonb_build_object('lang', coalesce(c.clause ->> 'lang', 'en'))
    || coalesce((
      select jsonb_build_object('other', jsonb_build_object('title', o.title, 'text', o.text))
      from private.usual_clauses() u join private.usual_clauses() o on o.number = u.number and o.lang <> u.lang
      where u.lang = coalesce(c.clause ->> 'lang', 'en') and u.title = c.clause ->> 'title' and u.text = c.clause ->> 'text'), '{}')
    order by c.place), '[]')
  from jsonb_array_elements(p_clauses) with ordinality c (clause, place)
$$;
comment on function private.with_other_texts(jsonb) is
  'Clauses with their text in the other language, where they are those of the template. Nobody sends it: what a client reads in their language is what the other text says.';

create function private.checked_terms(p_terms jsonb) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_terms) is distinct from 'object' then perform private.fail('invalid_input'); end if;
  return private.agreement_choice(p_terms, 'prepared_by', '{client,artist}')
    || private.agreement_number(p_terms, 'rounds', 0, 10)
    || private.agreement_choice(p_terms, 'tax', '{not_said,included,plus}')
    || private.agreement_text(p_terms, 'how_to_pay', 500, true)
    || private.agreement_clauses(p_terms);
end
$$;
comment on function private.checked_terms(jsonb) is
  'The rules of what an artist agrees on with everybody, and it as it is stored. src/features/agreements/agreement.ts has the same.';

create function private.agreement_parts(p_body jsonb) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_part jsonb;
  v_checked jsonb := '[]';
  v_sum bigint := 0;
begin
  if jsonb_typeof(p_body -> 'parts') is distinct from 'array' or jsonb_array_length(p_body -> 'parts') not between 1 and 8 then
    perform private.fail('parts_invalid');
  end if;
  for v_part in select * from jsonb_array_elements(p_body -> 'parts') loop
    if jsonb_typeof(v_part) <> 'object' then perform private.fail('parts_invalid'); end if;
    v_checked := v_checked || jsonb_build_array(private.agreement_text(v_part, 'label', 60)
      || private.agreement_number(v_part, 'amount', 1, 1000000)
      || private.agreement_choice(v_part, 'due', '{signed,design_approved,first_day,halfway,done}'));
    v_sum := v_sum + (v_part ->> 'amount')::numeric::bigint;
  end loop;
  if v_sum <> (p_body ->> 'price')::numeric then perform private.fail('parts_differ'); end if;
  return jsonb_build_object('parts', v_checked);
end
$$;
comment on function private.agreement_parts(jsonb) is 'The parts of the price, which they always make up.';

create function private.agreement_included(p_body jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  v_boxes text[] := '{lift,primer,coating,permits}';
  v_included jsonb := coalesce(p_body -> 'included', '[]');
begin
  if jsonb_typeof(v_included) <> 'array' or not v_included <@ to_jsonb(v_boxes) then perform private.fail('invalid_input', 'included'); end if;
  return jsonb_build_object('included', (select coalesce(jsonb_agg(box), '[]') from unnest(v_boxes) box where v_included ? box));
end
$$;
comment on function private.agreement_included(jsonb) is 'What the price includes, each once and in the order of the form.';

create function private.agreement_wall(p_body jsonb) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_corners jsonb := coalesce(p_body -> 'corners', 'null');
begin
  -- The wall as it is marked on one of the client's photos: four corners, as shares of its width and height.
  if v_corners <> 'null' and not private.valid_corners(v_corners) then perform private.fail('invalid_input', 'corners'); end if;
  return private.agreement_text(p_body, 'wall', 500) || private.agreement_number(p_body, 'photo', 0, 5, v_corners = 'null')
    || jsonb_build_object('corners', v_corners);
end
$$;
comment on function private.agreement_wall(jsonb) is 'The wall in words and, where it was marked, on one of the photos of the request.';

create function private.agreement_day(p_body jsonb, p_field text) returns date
  language plpgsql stable set search_path = '' as $$
begin
  if (p_body ->> p_field) is null or p_body ->> p_field !~ '^20\d\d-\d\d-\d\d$' then perform private.fail('agreement_date_invalid', p_field); end if;
  return (p_body ->> p_field)::date;
exception when datetime_field_overflow or invalid_datetime_format then
  perform private.fail('agreement_date_invalid', p_field);
end
$$;
comment on function private.agreement_day(jsonb, text) is 'A day of this century.';

create function private.checked_agreement(p_body jsonb) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_body jsonb := private.checked_terms(p_body);
  v_starts date := private.agreement_day(p_body, 'starts_on');
  v_ends date := private.agreement_day(p_body, 'ends_on');
begin
  v_body := v_body || private.agreement_choice(p_body, 'template', '{muro-1}')
    || private.agreement_choice(p_body, 'language', '{en,es}')
    || private.agreement_text(p_body, 'artist', 100) || private.agreement_text(p_body, 'client', 100)
    || private.agreement_wall(p_body)
    || private.agreement_text(p_body, 'design', 2000, true)
    || private.agreement_number(p_body, 'price', 1, 1000000)
    || private.agreement_included(p_body)
    || private.agreement_parts(p_body);
  if v_ends < v_starts or v_ends > v_starts + 1100 then perform private.fail('agreement_dates_invalid'); end if;
  v_body := v_body || jsonb_build_object('starts_on', v_starts, 'ends_on', v_ends);
  if octet_length(v_body::text) > 40960 then perform private.fail('agreement_too_long'); end if;
  return v_body || jsonb_build_object('clauses', private.with_other_texts(v_body -> 'clauses'));
end
$$;
comment on function private.checked_agreement(jsonb) is
  'The rules of an agreement, and it as it is stored, in both languages: what is not in them is left out. src/features/agreements/agreement.ts has the same.';

create function private.agreement_facts(p_lead uuid, p_artist uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'owner', (select f.owner from public.site_facts f where f.lead_id = p_lead),
    'insured_to', (select a.insured_to from public.artists a where a.id = p_artist),
    'sketch', (
      select jsonb_build_object('version', v.number, 'sent_at', v.created_at) from private.sketches s
      join private.sketch_versions v on v.lead_id = s.lead_id and v.artist_id = s.artist_id and v.number = s.approved
      where s.lead_id = p_lead and s.artist_id = p_artist));
end
$$;
comment on function private.agreement_facts(uuid, uuid) is
  'What an agreement says that neither side types: whose the wall is, until when the artist''s insurance is checked, and the sketch that was approved; null each where nothing is known.';

create table public.agreement_terms (
  artist_id uuid primary key references public.artists (id) on delete cascade,
  terms jsonb not null check (octet_length(terms::text) <= 40960),
  updated_at timestamptz not null default now()
);
comment on table public.agreement_terms is 'What an artist''s agreements begin with. Nobody else reads it.';
grant select on public.agreement_terms to authenticated;
create policy agreement_terms_select on public.agreement_terms for select to authenticated using (artist_id = (select private.my_artist_id()));

create function private.save_agreement_terms(p_changes jsonb, p_read jsonb) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
  v_stored jsonb;
  v_how text;
  v_terms jsonb;
begin
  if v_artist is null then perform private.fail('not_allowed'); end if;
  perform from public.artists a where a.id = v_artist for no key update;
  select t.terms into v_stored from public.agreement_terms t where t.artist_id = v_artist;
  v_how := v_stored ->> 'how_to_pay';
  perform private.refuse_stale(coalesce(v_stored, p_read), p_changes, p_read);
  v_terms := coalesce(v_stored, p_read) || p_changes;
  v_terms := private.checked_terms(v_terms) || private.agreement_choice(v_terms, 'preset', '{halves,quarters,thirds,design_fee}');
  insert into public.agreement_terms (artist_id, terms) values (v_artist, v_terms)
    on conflict (artist_id) do update set terms = excluded.terms, updated_at = now();
  if v_terms ->> 'how_to_pay' <> coalesce(v_how, '') then
    perform private.tell_side('artist', null, v_artist, 'change_how_to_pay');
  end if;
  return v_terms;
end
$$;
comment on function private.save_agreement_terms(jsonb, jsonb) is
  'Keeps what was changed of the terms that the calling artist''s agreements begin with, and gives them; what was never saved is what the form began with.';
