-- The profile form, a row for each field: a new one is a column, a grant and a row here, and no function names it.
create table private.profile_rules (
  field text primary key,
  position int generated always as identity unique,
  kind text not null check (kind in ('text', 'email', 'list', 'number')),
  most int,
  refusal text not null
);
alter table private.profile_rules enable row level security;
comment on table private.profile_rules is
  'The fields of the profile form in its order: columns of artists, or of artist_contacts. Longest text or largest number, and what is said beyond it; lists have the limits of private.valid_list.';
insert into private.profile_rules (field, kind, most, refusal) values
  ('name', 'text', 100, 'name_too_long'),
  ('email', 'email', 255, 'email_too_long'),
  ('phone', 'text', 20, 'phone_too_long'),
  ('city', 'text', 100, 'city_too_long'),
  ('state', 'text', 50, 'state_too_long'),
  ('bio', 'text', 2000, 'bio_too_long'),
  ('years_experience', 'number', 100, 'years_invalid'),
  ('styles', 'list', null, 'list_item_too_long'),
  ('mediums', 'list', null, 'list_item_too_long'),
  ('surfaces', 'list', null, 'list_item_too_long');

create function private.profile_form() returns setof private.profile_rules
  language sql stable security definer set search_path = ''
as $$
  select * from private.profile_rules
$$;
comment on function private.profile_form() is 'The rules of the profile form, which are the same for everybody and name nobody.';

create or replace function private.profile_fields(p_artist public.artists) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select jsonb_object_agg(r.field, coalesce(to_jsonb(p_artist), '{}') -> r.field)
    || jsonb_build_object('email', max(c.email), 'phone', max(c.phone))
  from private.profile_form() r left join public.artist_contacts c on c.artist_id = p_artist.id
$$;

create function private.checked_profile(p_fields jsonb) returns jsonb
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
    if v_rule.kind = 'list' then
      v_list := private.clean_list(
        array(select jsonb_array_elements_text(case when v_value = 'null' then '[]' else v_value end)));
      if not private.valid_list(v_list) then perform private.fail(v_rule.refusal, v_rule.field); end if;
      v_value := to_jsonb(v_list);
    elsif v_rule.kind = 'number' then
      if v_text::int not between 0 and v_rule.most then perform private.fail(v_rule.refusal, v_rule.field); end if;
    else
      if v_rule.field = 'name' and v_text is null then perform private.fail('name_required'); end if;
      if v_rule.kind = 'email' and not private.valid_email(v_text) then perform private.fail('email_invalid'); end if;
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

create function private.write_profile(p_artist public.artists, p_changes jsonb) returns public.artists
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_changes jsonb := private.checked_profile(p_changes);
  v_contact jsonb := private.profile_fields(p_artist) || v_changes;
  v_artist public.artists := jsonb_populate_record(p_artist, v_changes);
  v_columns text;
begin
  select string_agg(format('%1$I = ($1).%1$I', k), ', ') into v_columns
    from jsonb_object_keys(v_changes) k where to_jsonb(p_artist) ? k;
  if v_columns is not null then
    execute format('update public.artists set %s where id = ($1).id returning *', v_columns) using v_artist into v_artist;
    if v_artist.id is null then perform private.fail('profile_refused'); end if;
  end if;
  if v_changes ?| array['email', 'phone'] then
    insert into public.artist_contacts as c (artist_id, email, phone)
      values (p_artist.id, v_contact ->> 'email', v_contact ->> 'phone')
      on conflict (artist_id) do update set email = excluded.email, phone = excluded.phone;
  end if;
  return v_artist;
end
$$;
comment on function private.write_profile(public.artists, jsonb) is
  'Saves fields of a profile and of its contact, all or none. Runs with the caller''s rights.';

create function private.lock_profile(p_artist uuid) returns public.artists
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_artist public.artists;
begin
  -- The lock asks for the right to update, so that row-level security refuses here what it would refuse below.
  select * into v_artist from public.artists a where a.id = p_artist for update;
  if v_artist.id is null then perform private.fail('profile_refused'); end if;
  return v_artist;
end
$$;
comment on function private.lock_profile(uuid) is 'A profile that the caller may change, locked; profile_refused for any other.';

create or replace function private.save_artist_profile(p_artist uuid, p_changes jsonb, p_read jsonb) returns jsonb
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_artist public.artists := private.lock_profile(p_artist);
begin
  perform private.refuse_stale(private.profile_fields(v_artist), p_changes, p_read);
  v_artist := private.write_profile(v_artist, p_changes);
  return to_jsonb(v_artist) || private.profile_fields(v_artist);
end
$$;

-- For who sends the whole form by name, without what was read.
create or replace function public.save_artist_profile(
  p_artist uuid, p_name text, p_email text default null, p_phone text default null, p_city text default null,
  p_state text default null, p_bio text default null, p_styles text[] default '{}', p_mediums text[] default '{}',
  p_surfaces text[] default '{}', p_years_experience int default null
) returns public.artists
  language sql security invoker set search_path = ''
as $$
  select * from private.write_profile(private.lock_profile(p_artist), jsonb_build_object(
    'name', p_name, 'email', p_email, 'phone', p_phone, 'city', p_city, 'state', p_state, 'bio', p_bio,
    'styles', p_styles, 'mediums', p_mediums, 'surfaces', p_surfaces, 'years_experience', p_years_experience))
$$;
drop function private.save_artist_profile(uuid, text, text, text, text, text, text, text[], text[], text[], int);
grant execute on function private.profile_form(), private.checked_profile(jsonb), private.write_profile(public.artists, jsonb),
  private.lock_profile(uuid) to authenticated;
