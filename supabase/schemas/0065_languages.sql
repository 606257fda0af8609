-- The languages that people are written to in. An account's stands in its metadata, with its name, where the emails of the
-- accounts' service find it too; requests, subscribers and emails have a column. 'en' where nothing is said.
create function private.metadata_locale(p_metadata jsonb) returns text
  language sql immutable set search_path = '' as $$
  select case p_metadata ->> 'locale' when 'es' then 'es' else 'en' end
$$;
comment on function private.metadata_locale(jsonb) is 'The language in the metadata of an account.';

create function private.account_locale(p_user uuid) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.metadata_locale((select u.raw_user_meta_data from auth.users u where u.id = p_user));
end
$$;
comment on function private.account_locale(uuid) is 'The language that a person chose for their account: by signing up in it, or in their settings. en for none.';

create function private.checked_locale(p_locale text) returns text
  language plpgsql stable set search_path = '' as $$
begin
  if p_locale not in ('en', 'es') then perform private.fail('invalid_input', 'locale'); end if;
  return coalesce(p_locale, 'en');
end
$$;
comment on function private.checked_locale(text) is 'A language as a page says it; refuses one that nothing is written in.';

create function private.drop_unknown_locale() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.raw_user_meta_data := new.raw_user_meta_data - 'locale';
  return new;
end
$$;
comment on function private.drop_unknown_locale() is 'Leaves out of an account''s metadata a language that nothing is written in: the metadata is whatever the caller typed.';

create trigger drop_unknown_locale before insert or update of raw_user_meta_data on auth.users
  for each row when (new.raw_user_meta_data ? 'locale' and (new.raw_user_meta_data ->> 'locale' in ('en', 'es')) is not true)
  execute function private.drop_unknown_locale();
