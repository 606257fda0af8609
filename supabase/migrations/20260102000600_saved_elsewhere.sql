-- What an older page saves does not undo a newer save: forms send what they change together with what they had read.
insert into private.error_codes (code, status, field, message) values
  ('changed_elsewhere', 409, null, 'This was saved elsewhere meanwhile.');

create function private.refuse_stale(p_stored jsonb, p_changes jsonb, p_read jsonb) returns void
  language plpgsql stable set search_path = ''
as $$
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
grant execute on function private.refuse_stale(jsonb, jsonb, jsonb) to authenticated;
