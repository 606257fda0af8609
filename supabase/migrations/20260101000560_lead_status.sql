-- Status (specification, section 4): an artist moves their own assignment freely among the three; an admin moves all of a lead's.
create function private.set_lead_status(p_lead uuid, p_status text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_artist uuid := private.my_artist_id();
  v_row public.lead_assignments;
  v_found boolean := false;
begin
  if p_status is null or p_status <> all (array['new', 'in_review', 'completed']) then perform private.fail('status_refused'); end if;
  for v_row in
    select a.* from public.lead_assignments a
    join public.lead_records l on l.id = a.lead_id
    where a.lead_id = p_lead
      and ((a.artist_id = v_artist and not l.held)
        or (private.is_admin() and not exists (
          select from public.lead_assignments own where own.lead_id = p_lead and own.artist_id = v_artist)))
    order by a.artist_id for update of a
  loop
    v_found := true;
    if v_row.status::text <> p_status then
      update public.lead_assignments a set status = p_status::public.lead_status, updated_at = now()
        where a.lead_id = p_lead and a.artist_id = v_row.artist_id;
      perform private.audit('lead.status', p_lead,
        jsonb_build_object('artist', v_row.artist_id, 'from', v_row.status, 'to', p_status));
    end if;
  end loop;
  -- The same answer for a lead that does not exist and for one that is somebody else's.
  if not v_found then perform private.fail('status_refused'); end if;
  return p_status;
end
$$;
comment on function private.set_lead_status(uuid, text) is
  'Sets the calling artist''s own status on a lead, or for an admin that of every assigned artist; each change is noted.';

create function public.set_lead_status(p_lead uuid, p_status text) returns text
  language sql security invoker set search_path = ''
as $$
  select private.set_lead_status(p_lead, p_status)
$$;
comment on function public.set_lead_status(uuid, text) is 'Moves a lead to new, in_review or completed. The assigned artist or an admin.';
grant execute on function private.set_lead_status(uuid, text), public.set_lead_status(uuid, text) to authenticated;

-- `update leads set status = ... where id = ...` (specification, section 7) keeps working. Without an INSTEAD OF
-- trigger a write to this join view would be an internal error instead of a refusal.
create function private.leads_instead() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if tg_op <> 'UPDATE' then perform private.fail('not_allowed'); end if;
  perform private.set_lead_status(old.id, new.status::text);
  return new;
end
$$;
comment on function private.leads_instead() is 'Writes to the view: status goes through set_lead_status, everything else is refused.';
create trigger leads_instead instead of insert or update or delete on public.leads
  for each row execute function private.leads_instead();

create function private.my_lead_artists()
  returns table (lead_id uuid, artist_id uuid, artist_name text, artist_slug text, status public.lead_status, updated_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select s.lead_id, a.id, a.name, case when a.public_visible then a.slug end, s.status, s.updated_at
  from public.lead_records l
  join public.lead_assignments s on s.lead_id = l.id
  join public.artists a on a.id = s.artist_id
  where l.created_by_user = auth.uid()
  order by l.created_at desc, l.id, a.name
$$;
comment on function private.my_lead_artists() is 'Who has the caller''s leads and how far each is; no link to an artist who went private.';

create function public.my_lead_artists()
  returns table (lead_id uuid, artist_id uuid, artist_name text, artist_slug text, status public.lead_status, updated_at timestamptz)
  language sql stable security invoker set search_path = ''
as $$
  select * from private.my_lead_artists()
$$;
comment on function public.my_lead_artists() is 'The artists on the caller''s own leads, newest lead first.';
grant execute on function private.my_lead_artists(), public.my_lead_artists() to authenticated;
