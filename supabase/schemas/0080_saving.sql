-- One paged, searched, sorted list for all the admin's tables.
create function private.like_pattern(p_search text) returns text
  language sql immutable set search_path = '' as $$
  select '%' || replace(replace(replace(private.bare_text(private.clean_or_null(p_search)), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
comment on function private.like_pattern(text) is
  'A pattern that finds the text literally in private.bare_text; null for no search. Addresses have no accents: ilike finds it in those.';

create function private.found_by(p_text text, p_search text) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  v_trigrams text[] := private.trigrams(private.bare_text(private.clean_or_null(p_search)));
begin
  return format('%s like %L', p_text, private.like_pattern(p_search))
    || case when v_trigrams = '{}' then '' else format(' and private.trigrams(%s) @> %L', p_text, v_trigrams) end;
end
$$;
comment on function private.found_by(text, text) is
  'The condition that an expression holds the text searched for, which an index on private.trigrams of it answers; one or two letters read every row.';

create function private.admin_list_page(
  p_source text, p_row text, p_filters text[], p_sorts text[],
  p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int
) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_filter text := private.clean_or_null(p_filter);
  v_sort text := coalesce(private.clean_or_null(p_sort), p_sorts[1]);
  v_answer jsonb;
begin
  perform private.require_admin();
  if v_filter <> all (p_filters) then perform private.fail('invalid_input', 'filter'); end if;
  if v_sort <> all (p_sorts) then perform private.fail('invalid_input', 'sort'); end if;
  -- p_source and p_row come from the functions below, never from a caller. The rows are built after paging.
  execute format(
    'with q as materialized (%s), page as (
       select q.*, row_number() over () as list_position from (select * from q order by %I %s nulls last, id limit $3 offset $4) q)
     select jsonb_build_object(''total'', (select count(*) from q),
       ''rows'', coalesce((select jsonb_agg((%s) order by q.list_position) from page q), ''[]''))',
    p_source, v_sort, case when coalesce(p_desc, true) then 'desc' else 'asc' end, p_row)
  into v_answer
  using private.like_pattern(p_search), v_filter,
    least(greatest(coalesce(p_limit, 25), 1), 1000), greatest(coalesce(p_offset, 0), 0);
  return v_answer;
end
$$;
comment on function private.admin_list_page(text, text, text[], text[], text, text, text, boolean, int, int) is
  'Runs an admin list: p_source gives id and sort columns ($1 search pattern, $2 filter), p_row turns a row q into JSON.';

create function private.make_admin_list(p_name text, p_about text, p_source text, p_row text, p_filters text[], p_sorts text[]) returns void
  language plpgsql set search_path = '' as $$
begin
  execute format($f$create function private.%I(
      p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
      p_offset int default 0) returns jsonb language sql stable security definer set search_path = '' as %L$f$, p_name,
    format('select private.admin_list_page(%L, %L, %L, %L, p_search, p_filter, p_sort, p_desc, p_limit, p_offset)',
      p_source, p_row, p_filters, p_sorts));
  execute format('comment on function private.%I is %L', p_name, p_about || ' Gives {total, rows}. Admins only.');
end
$$;
comment on function private.make_admin_list(text, text, text, text, text[], text[]) is
  'Makes an admin list, as private.admin_list_page runs it, and says what it is about.';

-- What an older page saves does not undo a newer save: forms send what they change together with what they had read.
create function private.refuse_stale(p_stored jsonb, p_changes jsonb, p_read jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_field text;
begin
  if jsonb_typeof(p_changes) is distinct from 'object' or jsonb_typeof(p_read) is distinct from 'object' then
    perform private.fail('invalid_input');
  end if;
  for v_field in select k from jsonb_object_keys(p_changes) k order by k loop
    -- A field that is silently left out would be a lost change.
    if not p_stored ? v_field or not p_read ? v_field then perform private.fail('invalid_input'); end if;
    if p_stored -> v_field <> p_read -> v_field and p_stored -> v_field <> p_changes -> v_field then
      perform private.fail('changed_elsewhere', v_field);
    end if;
  end loop;
end
$$;
comment on function private.refuse_stale(jsonb, jsonb, jsonb) is
  'Refuses changes to a row when one of their fields is no longer what was read, unless it already is what it is to become; fields that are not changed are not compared. p_stored names the fields there are.';

create function private.write_row(p_row anyelement, p_fields jsonb) returns anyelement
  language plpgsql security invoker set search_path = '' as $$
declare
  v_columns text[] := array(select quote_ident(k) from jsonb_object_keys(to_jsonb(p_row)) k where p_fields ? k);
begin
  if v_columns <> '{}' then
    execute format(
      case when p_row.id is null then 'insert into %s (%s) select %s returning *' else 'update %s set (%s) = row(%s) where id = ($1).id returning *' end,
      pg_typeof(p_row), array_to_string(v_columns, ', '), '($1).' || array_to_string(v_columns, ', ($1).'))
      using p_row into p_row;
  end if;
  return p_row;
end
$$;
comment on function private.write_row(anyelement, jsonb) is
  'Writes the columns of a row that p_fields names; a row without an id is added. Runs with the rights of the caller: gives null where these let nothing be changed.';

create function private.save_row(p_row anyelement, p_fields text[], p_changes jsonb, p_read jsonb) returns anyelement
  language plpgsql security invoker set search_path = '' as $$
declare
  v_stored jsonb := to_jsonb(p_row);
begin
  if v_stored ->> 'id' is null then perform private.fail('not_allowed'); end if;
  perform private.refuse_stale((select jsonb_object_agg(f, v_stored -> f) from unnest(p_fields) f), p_changes, p_read);
  return private.write_row(jsonb_populate_record(p_row, p_changes), p_changes);
end
$$;
comment on function private.save_row(anyelement, text[], jsonb, jsonb) is
  'Saves what was changed of a row that its caller has locked; refuses changed_elsewhere where one of these fields is not as it was read. Runs with the rights of the caller: not_allowed where these saw no row.';

grant execute on function
  private.refuse_stale(jsonb, jsonb, jsonb), private.write_row(anyelement, jsonb), private.save_row(anyelement, text[], jsonb, jsonb)
  to authenticated;
