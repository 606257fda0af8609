-- A ZIP code typed for a city names one.
create table private.zip_codes (
  zip text primary key check (zip ~ '^[0-9]{5}$'),
  city text not null
);
comment on table private.zip_codes is 'The ZIP codes of Central Texas and their cities. Its rows are in 0046_zip_codes.data.sql.';

create function private.city_of_zip(p_typed text) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select z.city from private.zip_codes z where z.zip = (regexp_match(p_typed, '^([0-9]{5})(-[0-9]{4})?$'))[1]);
end
$$;
comment on function private.city_of_zip(text) is 'The city of a ZIP code of Central Texas; null for anything else.';
