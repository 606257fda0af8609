-- A held request could only be released. An admin deletes what is spam, one or all; for a day that can be undone. What
-- nobody looks at for 30 days goes by itself. Until then it is closed (withdrawn_at), so that nothing waits for it.


create function private.delete_held_leads(p_leads uuid[]) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_leads uuid[];
begin
  perform private.require_admin();
  with closed as (
    update public.lead_records l set withdrawn_at = now()
      where l.held and l.withdrawn_at is null and (p_leads is null or l.id = any (p_leads)) returning l.id
  )
  select coalesce(array_agg(c.id), '{}') into v_leads from closed c;
  perform private.audit('lead.deleted', l) from unnest(v_leads) l;
  return jsonb_build_object('deleted', v_leads);
end
$$;
comment on function private.delete_held_leads(uuid[]) is
  'An admin deletes held requests, all of them without p_leads; they are gone a day later. Gives their ids.';

create function private.keep_held_leads(p_leads uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.lead_records l set withdrawn_at = null where l.held and l.withdrawn_at is not null and l.id = any (p_leads);
  perform private.audit('lead.kept', l) from unnest(p_leads) l;
end
$$;
comment on function private.keep_held_leads(uuid[]) is 'An admin takes the deletion of held requests back, within a day.';

create function public.delete_held_leads(p_leads uuid[] default null) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.delete_held_leads(p_leads)
$$;
comment on function public.delete_held_leads(uuid[]) is 'Deletes held requests; all of them without p_leads. Admins only.';

create function public.keep_held_leads(p_leads uuid[]) returns void
  language sql security invoker set search_path = ''
as $$
  select private.keep_held_leads(p_leads)
$$;
comment on function public.keep_held_leads(uuid[]) is 'Takes the deletion of held requests back. Admins only.';
grant execute on function private.delete_held_leads(uuid[]), public.delete_held_leads(uuid[]),
  private.keep_held_leads(uuid[]), public.keep_held_leads(uuid[]) to authenticated;

create function private.forget_held_leads() returns void
  language sql security definer set search_path = ''
as $$
  delete from public.lead_records l where l.held
    and (l.withdrawn_at < private.clock() - interval '1 day' or l.created_at < private.clock() - interval '30 days')
$$;
comment on function private.forget_held_leads() is 'Removes held requests that were deleted a day ago, and those that nobody looked at for 30 days.';
grant execute on function private.forget_held_leads() to service_role;

create or replace function public.lease_mails(p_limit int, p_seconds int)
  returns table (id bigint, kind text, message_id uuid, address text, optional boolean, forgotten boolean, attempts int, data jsonb)
  language sql security invoker set search_path = ''
as $$
  select private.write_reminders();
  select private.forget_unconfirmed();
  select private.forget_held_leads();
  select private.expire_assignments();
  select private.count_due_facts();
  select private.forget_views();
  select private.forget_removed_murals();
  select private.forget_reporters();
  select * from private.lease_mails(p_limit, p_seconds)
$$;

create or replace function private.suggestions_for(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  -- A held request is not for artists: releasing it comes first.
  select coalesce(jsonb_agg(private.artist_card(s.artist_id) || jsonb_build_object('reason', s.reason) order by s.rank), '[]')
  from public.lead_records l cross join lateral private.lead_suggestions(l.id, 3) s where l.id = p_lead and not l.held
$$;
