-- More of an artist that clients ask about, and what a profile needs before its owner publishes it.
insert into private.error_codes (code, status, field, message) values
  ('travel_invalid', 422, 'travel_miles', 'Miles must be a whole number from 0 to 3000'),
  ('minimum_price_invalid', 422, 'minimum_price', 'Price must be whole dollars from 0 to 1000000'),
  ('website_invalid', 422, 'website', 'Please enter a web address, such as example.com'),
  ('links_invalid', 422, 'social_links', 'Please enter at most 6 web addresses, such as instagram.com/you'),
  ('publish_city_required', 422, 'city', 'Please add your city before you publish'),
  ('publish_style_required', 422, 'styles', 'Please add a style before you publish'),
  ('publish_picture_required', 422, 'portfolio_images', 'Please add a picture before you publish');

create function private.web_address(p_text text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_text text := private.clean(p_text);
begin
  if v_text !~ '^[A-Za-z][A-Za-z0-9+-]*:' then v_text := 'https://' || v_text; end if;
  if char_length(v_text) > 300
     or v_text !~ '^[Hh][Tt][Tt][Pp][Ss]?://([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}(:[0-9]{1,5})?([/?#][!#-;=?-\[\]_a-z~]*)?$' then
    return null;
  end if;
  return v_text;
end
$$;
comment on function private.web_address(text) is
  'A web address with its scheme, which is https where none was typed; null for anything else. src/domain/web-address.ts is the same.';

create function private.valid_links(p_links text[]) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select cardinality(p_links) <= 6 and array_position(p_links, null) is null
    and not exists (select from unnest(p_links) u where private.web_address(u) is distinct from u)
$$;
comment on function private.valid_links(text[]) is 'At most six web addresses with their schemes.';
grant execute on function private.web_address(text), private.valid_links(text[]) to authenticated, service_role;

alter table public.artists
  add column languages text[] not null default '{}' check (private.valid_list(languages)),
  add column travel_miles int check (travel_miles between 0 and 3000),
  add column insured boolean not null default false,
  add column minimum_price int check (minimum_price between 0 and 1000000),
  add column website text check (website is null or private.web_address(website) is not distinct from website),
  add column social_links text[] not null default '{}' check (private.valid_links(social_links));
comment on column public.artists.travel_miles is 'How far from the city the artist paints; null: not said.';
comment on column public.artists.insured is 'The artist says that they have liability insurance.';
comment on column public.artists.minimum_price is 'Whole US dollars; null: not said.';
grant update (languages, travel_miles, insured, minimum_price, website, social_links) on public.artists to authenticated;

alter table private.profile_rules drop constraint profile_rules_kind_check,
  add check (kind in ('text', 'email', 'list', 'number', 'flag', 'url', 'links'));
insert into private.profile_rules (field, kind, most, refusal) values
  ('languages', 'list', null, 'list_item_too_long'),
  ('travel_miles', 'number', 3000, 'travel_invalid'),
  ('minimum_price', 'number', 1000000, 'minimum_price_invalid'),
  ('insured', 'flag', null, 'invalid_input'),
  ('website', 'url', null, 'website_invalid'),
  ('social_links', 'links', null, 'links_invalid');

create or replace function private.checked_profile(p_fields jsonb) returns jsonb
  language plpgsql stable security invoker set search_path = ''
as $$
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
      if v_rule.kind = 'email' and not private.valid_email(v_text) then perform private.fail('email_invalid'); end if;
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

create function private.ready_to_publish() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  -- As in guard_artist: an API role, and not an admin, who may have a reason to show a page as it is.
  if current_user not in ('anon', 'authenticated') or not new.public_visible or old.public_visible or private.is_admin() then
    return new;
  end if;
  if new.city is null then perform private.fail('publish_city_required'); end if;
  if cardinality(new.styles) = 0 then perform private.fail('publish_style_required'); end if;
  if new.profile_photo is null and cardinality(new.portfolio_images) = 0 then perform private.fail('publish_picture_required'); end if;
  return new;
end
$$;
comment on function private.ready_to_publish() is
  'An owner publishes a profile with a name, a city, a style and a picture; one that is public already stays so.';
create trigger artists_3_ready before update of public_visible on public.artists
  for each row execute function private.ready_to_publish();
