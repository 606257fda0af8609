-- Who works a lead, from what the page showed: two tabs, or two admins, do not undo each other.
create function private.set_lead_status(p_lead uuid, p_status text, p_read text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_now text;
begin
  select a.status::text into v_now
  from public.lead_assignments a join public.lead_records l on l.id = a.lead_id and not l.held
  where a.lead_id = p_lead and a.artist_id = private.my_artist_id()
  for update of a;
  if v_now <> p_read and v_now <> p_status then perform private.fail('changed_elsewhere', 'status'); end if;
  return private.set_lead_status(p_lead, p_status);
end
$$;
comment on function private.set_lead_status(uuid, text, text) is
  'Sets the status as the two-argument form does, unless the calling artist''s own is no longer what p_read says.';

create function public.set_lead_status(p_lead uuid, p_status text, p_read text) returns text
  language sql security invoker set search_path = ''
as $$
  select private.set_lead_status(p_lead, p_status, p_read)
$$;
comment on function public.set_lead_status(uuid, text, text) is
  'Moves a lead to new, in_review or completed; refuses changed_elsewhere when it is not at p_read. The assigned artist or an admin.';

create function private.admin_assign_lead(p_lead uuid, p_artists uuid[], p_read uuid[]) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_artists uuid[];
  -- A null among them would make every comparison below unknown.
  v_read uuid[] := array_remove(p_read, null);
begin
  perform private.require_admin();
  perform from public.lead_records l where l.id = p_lead for update;
  select array_agg(x) into v_artists from (
    select a.artist_id from public.lead_assignments a
    where a.lead_id = p_lead and (a.artist_id = any (p_artists) or a.artist_id <> all (v_read))
    union
    select y from unnest(p_artists) y where y <> all (v_read)
  ) merged (x);
  return private.admin_assign_lead(p_lead, case when v_read is null then p_artists else v_artists end)
    || jsonb_build_object('artists', coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name)
      from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = p_lead), '[]'));
end
$$;
comment on function private.admin_assign_lead(uuid, uuid[], uuid[]) is
  'Adds and removes the artists in which p_artists differs from p_read; whom another admin added or removed since stays so.';

create function public.admin_assign_lead(p_lead uuid, p_artists uuid[], p_read uuid[]) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.admin_assign_lead(p_lead, p_artists, p_read)
$$;
comment on function public.admin_assign_lead(uuid, uuid[], uuid[]) is
  'Changes who has a lead from p_read to p_artists and keeps what others changed since: {assigned, artists: [{id, name}]}. Admins only.';
grant execute on function private.set_lead_status(uuid, text, text), public.set_lead_status(uuid, text, text),
  private.admin_assign_lead(uuid, uuid[], uuid[]), public.admin_assign_lead(uuid, uuid[], uuid[]) to authenticated;
