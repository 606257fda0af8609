-- The two ways an artist's dashboard writes a profile: making the first one, and saving the form in one transaction.
create function private.ensure_artist_profile() returns public.artists
  language plpgsql security definer set search_path = '' as $$
declare
  v_user auth.users;
  v_artist public.artists;
  v_name text;
begin
  if private.my_role() is distinct from 'artist' then perform private.fail('not_allowed'); end if;
  select * into v_artist from public.artists a where a.user_id = auth.uid();
  if found then return v_artist; end if;

  select * into strict v_user from auth.users u where u.id = auth.uid();
  v_name := left(coalesce(private.clean_or_null(v_user.raw_user_meta_data ->> 'name'),
                          private.clean_or_null(split_part(v_user.email, '@', 1)), 'Artist'), 100);
  -- The trigger fills in the slug.
  insert into public.artists (user_id, name, slug) values (v_user.id, private.clean(v_name), null)
    on conflict (user_id) do nothing;
  select * into strict v_artist from public.artists a where a.user_id = auth.uid();
  insert into public.artist_contacts (artist_id, email)
    values (v_artist.id, case when private.valid_email(v_user.email) and char_length(v_user.email) <= 255 then v_user.email end)
    on conflict do nothing;
  return v_artist;
end
$$;
comment on function private.ensure_artist_profile() is
  'The caller''s artist profile, made private and named after the account on the first visit (specification, section 4). Artists only.';

create function private.profile_fields(p_artist public.artists) returns jsonb
  language plpgsql stable security invoker set search_path = '' as $$
declare
  v_row jsonb := to_jsonb(p_artist)
    || jsonb_build_object('email', null, 'phone', null)
    || coalesce((select to_jsonb(c) from public.artist_contacts c where c.artist_id = p_artist.id), '{}');
begin
  return (select jsonb_object_agg(r.field, v_row -> r.field) from private.profile_form() r);
end
$$;
comment on function private.profile_fields(artists) is 'The fields of the profile form as they are stored, contact included, for who may read it.';

create function private.save_artist_profile(p_artist uuid, p_changes jsonb, p_read jsonb) returns jsonb
  language plpgsql security invoker set search_path = '' as $$
declare
  v_artist public.artists;
begin
  -- The lock asks for the right to update, so that row-level security refuses here what it would refuse below.
  select * into v_artist from public.artists a where a.id = p_artist for update;
  if v_artist.id is null then perform private.fail('profile_refused'); end if;
  perform private.refuse_stale(private.profile_fields(v_artist), p_changes, p_read);
  v_artist := private.write_profile(v_artist, private.checked_profile(p_changes));
  return to_jsonb(v_artist) || private.profile_fields(v_artist);
end
$$;
comment on function private.save_artist_profile(uuid, jsonb, jsonb) is
  'Saves the fields of p_changes by the rules of the whole form; refuses changed_elsewhere where one is not what p_read says. Gives the row with email and phone. Runs with the caller''s rights: the owner''s, or an admin''s.';

-- The profile form, a row for each field: a new one is a column, a grant and a row here, and no function names it.
create table private.profile_rules (
  field text primary key,
  position int generated always as identity unique,
  kind text not null check (kind in ('text', 'email', 'list', 'number', 'flag', 'url', 'links')),
  most int,
  refusal text not null
);
comment on table private.profile_rules is
  'The fields of the profile form in its order: columns of artists, or of artist_contacts. Longest text or largest number, and what is said beyond it; lists have the limits of private.valid_list.';

insert into private.profile_rules (field, kind, most, refusal) values
  ('name', 'text', 100, 'name_too_long'),
  ('surfaces', 'list', null, 'list_item_too_long'),
  ('languages', 'list', null, 'list_item_too_long'),
  ('travel_miles', 'number', 3000, 'travel_invalid'),
  ('minimum_price', 'number', 1000000, 'minimum_price_invalid'),
  ('insured', 'flag', null, 'invalid_input'),
  ('website', 'url', null, 'website_invalid'),
  ('social_links', 'links', null, 'links_invalid'),
  ('email', 'email', 255, 'email_too_long'),
  ('phone', 'text', 20, 'phone_too_long'),
  ('city', 'text', 100, 'city_too_long'),
  ('state', 'text', 50, 'state_too_long'),
  ('bio', 'text', 2000, 'bio_too_long'),
  ('years_experience', 'number', 100, 'years_invalid'),
  ('styles', 'list', null, 'list_item_too_long'),
  ('mediums', 'list', null, 'list_item_too_long');

create function private.profile_form() returns setof private.profile_rules
  language sql stable security definer rows 16 set search_path = '' as $$
  select * from private.profile_rules
$$;
comment on function private.profile_form() is 'The rules of the profile form, which are the same for everybody and name nobody.';

create function private.checked_profile(p_fields jsonb) returns jsonb
  language plpgsql stable security invoker set search_path = '' as $$
declare
  v_rule private.profile_rules;
  v_value jsonb;
  v_text text;
  v_list text[];
  v_checked jsonb := '{}';
begin
  for v_rule in select * from private.profile_form() r where p_fields ? r.field order by r.position loop
    v_value := p_fields -> v_rule.field;
    v_text := private.clean_or_null(v_value #>> '{}');
    if v_rule.kind in ('list', 'links') then
      if jsonb_typeof(v_value) not in ('array', 'null') then perform private.fail('invalid_input', v_rule.field); end if;
      v_list := private.clean_list(
        array(select jsonb_array_elements_text(case when v_value = 'null' then '[]' else v_value end)));
      if v_rule.kind = 'links' then
        v_list := array(select private.web_address(u.link) from unnest(v_list) with ordinality u (link, at) order by u.at);
        if private.valid_links(v_list) is not true then perform private.fail(v_rule.refusal, v_rule.field); end if;
      elsif not private.valid_list(v_list) then perform private.fail(v_rule.refusal, v_rule.field);
      end if;
      v_value := to_jsonb(v_list);
    elsif v_rule.kind = 'number' then
      if v_text !~ '^[0-9]{1,7}$' or v_text::int > v_rule.most then perform private.fail(v_rule.refusal, v_rule.field); end if;
    elsif v_rule.kind = 'flag' then
      if jsonb_typeof(v_value) not in ('boolean', 'null') then perform private.fail(v_rule.refusal, v_rule.field); end if;
      v_value := to_jsonb(coalesce(v_value = 'true', false));
    else
      if v_rule.field = 'name' and v_text is null then perform private.fail('name_required'); end if;
      if v_rule.kind = 'email' then
        v_text := private.pasted_email(v_text);
        if not private.valid_email(v_text) then perform private.fail('email_invalid'); end if;
      end if;
      if v_rule.kind = 'url' and v_text is not null then
        v_text := private.web_address(v_text);
        if v_text is null then perform private.fail(v_rule.refusal, v_rule.field); end if;
      end if;
      if char_length(v_text) > v_rule.most then perform private.fail(v_rule.refusal, v_rule.field); end if;
      v_value := to_jsonb(v_text);
    end if;
    v_checked := v_checked || jsonb_build_object(v_rule.field, v_value);
  end loop;
  return v_checked;
end
$$;
comment on function private.checked_profile(jsonb) is
  'The fields of a profile as they are stored, by the rules of private.profile_rules; refuses the first that is broken, in form order.';

create function private.write_profile(p_artist public.artists, p_checked jsonb) returns public.artists
  language plpgsql security invoker set search_path = '' as $$
declare
  v_artist public.artists := private.write_row(jsonb_populate_record(p_artist, p_checked), p_checked);
begin
  if v_artist.id is null then perform private.fail('profile_refused'); end if;
  if p_checked ?| '{email,phone}' then
    insert into public.artist_contacts as c (artist_id, email, phone)
      values (v_artist.id, p_checked ->> 'email', p_checked ->> 'phone')
      on conflict (artist_id) do update set
        email = case when p_checked ? 'email' then excluded.email else c.email end,
        phone = case when p_checked ? 'phone' then excluded.phone else c.phone end;
  end if;
  return v_artist;
end
$$;
comment on function private.write_profile(artists, jsonb) is
  'Saves fields of a profile, as private.checked_profile gives them, and of its contact. Runs with the caller''s rights.';

grant execute on function
  private.profile_fields(artists), private.profile_form(), private.checked_profile(jsonb), private.write_profile(artists, jsonb)
  to authenticated;
