-- What a line of an import says, in the words that rows are kept in: composed letters, names on one line, the place that
-- is meant. So a line finds the artist that it made before, whatever program wrote the file.

create function private.import_fields(p_row jsonb) returns jsonb
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_fields jsonb;
  v_place text[];
begin
  select coalesce(jsonb_object_agg(f.key, case
      when jsonb_typeof(f.value) <> 'string' then f.value
      when f.key in ('bio', 'description', 'location_details') then to_jsonb(private.clean(f.value #>> '{}'))
      else to_jsonb(private.one_line(f.value #>> '{}')) end), '{}')
    into v_fields from jsonb_each(p_row) f where f.key <> 'line';
  if jsonb_typeof(v_fields -> 'city') = 'string' or jsonb_typeof(v_fields -> 'state') = 'string' then
    v_place := private.read_place(
      case when jsonb_typeof(v_fields -> 'city') = 'string' then v_fields ->> 'city' end,
      case when jsonb_typeof(v_fields -> 'state') = 'string' then v_fields ->> 'state' end);
    v_fields := v_fields
      || case when v_place[1] is not null then jsonb_build_object('city', v_place[1]) else '{}' end
      || case when v_place[2] is not null then jsonb_build_object('state', coalesce(private.state_code(v_place[2]), v_place[2])) else '{}' end;
  end if;
  -- What is empty says nothing about its field.
  return (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(v_fields) f where f.value not in ('null', '""', '[]'));
end
$$;
comment on function private.import_fields(jsonb) is 'What a line says of its fields, as rows are kept; empty ones are left out.';

create or replace function private.import_rows(p_rows jsonb) returns table (line int, fields jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if jsonb_typeof(p_rows) is distinct from 'array' then perform private.fail('invalid_input', 'rows'); end if;
  if jsonb_array_length(p_rows) > 1000 then perform private.fail('import_too_large'); end if;
  if exists (select from jsonb_array_elements(p_rows) r
      where case when jsonb_typeof(r) <> 'object' then true else coalesce(r ->> 'line', '') !~ '^[0-9]{1,7}$' end) then
    perform private.fail('invalid_input', 'rows');
  end if;
  return query
    select (r.row ->> 'line')::int, private.import_fields(r.row)
    from jsonb_array_elements(p_rows) with ordinality r (row, at) order by r.at;
end
$$;
