-- Two requests of one person become one: the other is closed and leads to it. Nothing moves that could be lost on the
-- way: conversations, proposals and pictures stay readable where they were, and their artists get the one that goes on.
alter table public.lead_records add column merged_into uuid references public.lead_records (id) on delete set null;
comment on column public.lead_records.merged_into is 'The request of the same person that goes on in the place of this one, which an admin closed as a double.';
create index lead_records_merged_idx on public.lead_records (merged_into);

insert into private.error_codes (code, status, field, message) values
  ('leads_differ', 409, null, 'These requests are not of the same person.'),
  ('double_decided', 409, null, 'An artist is at work on that one already. Keep it, and close the other.');

create function private.same_person(p_a uuid, p_b uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(a.created_by_user = b.created_by_user, false) or lower(ca.email) = lower(cb.email)
  from public.lead_records a
  join public.lead_contacts ca on ca.lead_id = a.id
  cross join public.lead_records b
  join public.lead_contacts cb on cb.lead_id = b.id
  where a.id = p_a and b.id = p_b
$$;
comment on function private.same_person(uuid, uuid) is
  'Whether two requests came from one account or one address. A telephone number is shared by too many.';

create function private.merge_leads(p_keep uuid, p_double uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_new uuid[];
begin
  perform private.require_admin();
  -- Both in the order of ids, as everywhere.
  perform from public.lead_records l where l.id in (p_keep, p_double) order by l.id for update;
  if exists (select from public.lead_records l where l.id = p_double and l.merged_into = p_keep) then
    return jsonb_build_object('id', p_keep, 'replayed', true);
  end if;
  if p_keep = p_double or private.same_person(p_keep, p_double) is not true then perform private.fail('leads_differ'); end if;
  if exists (select from public.lead_records l where l.id in (p_keep, p_double) and l.withdrawn_at is not null) then
    perform private.fail('request_withdrawn');
  end if;
  if exists (select from public.lead_assignments a where a.lead_id = p_double and a.state in ('accepted', 'completed')) then
    perform private.fail('double_decided');
  end if;

  -- Who is at it goes on with the other one, as far as they are; dated as before, so that nobody is told of a new request.
  with moved as (
    insert into public.lead_assignments (lead_id, artist_id, status, created_at, updated_at, seen_at, answered_at)
      select p_keep, a.artist_id, a.status, a.created_at, a.updated_at, a.seen_at, a.answered_at
      from public.lead_assignments a
      where a.lead_id = p_double and a.state in ('sent', 'seen', 'talking', 'proposed')
        and not exists (select from public.lead_assignments k where k.lead_id = p_keep and k.artist_id = a.artist_id)
      order by a.created_at
      limit greatest(0, 10 - (select count(*) from public.lead_assignments k where k.lead_id = p_keep))
      returning artist_id)
  select coalesce(array_agg(m.artist_id order by m.artist_id), '{}') into v_new from moved m;
  perform private.close_double(p_double);
  update public.lead_records l set withdrawn_at = now(), merged_into = p_keep where l.id = p_double;
  update public.lead_records l set held = false where l.id = p_keep and l.held and cardinality(v_new) > 0;
  update private.lead_notes n set lead_id = p_keep where n.lead_id = p_double;
  perform private.audit('lead.merged', p_keep, jsonb_build_object('double', p_double, 'artists', v_new));
  perform private.audit('lead.merged', p_double, jsonb_build_object('into', p_keep));
  return jsonb_build_object('id', p_keep, 'replayed', false);
end
$$;
comment on function private.merge_leads(uuid, uuid) is
  'Closes a double of a request for everybody and links it; its artists who are at it get the one that goes on, as far as they are. Again changes nothing.';

create function private.close_double(p_lead uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_artist uuid;
begin
  for v_artist in select a.artist_id from public.lead_assignments a where a.lead_id = p_lead order by a.artist_id loop
    perform private.move_assignment(p_lead, v_artist, 'close', 'client');
  end loop;
  -- What was not told yet would lead to a closed request.
  delete from private.mails m where m.lead_id = p_lead and m.state = 'waiting' and m.kind <> 'request_link';
end
$$;
comment on function private.close_double(uuid) is 'Ends a request for each artist who has it, without a word: who is at it has the other one.';

create function public.merge_leads(p_keep uuid, p_double uuid) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.merge_leads(p_keep, p_double)
$$;
comment on function public.merge_leads(uuid, uuid) is
  'Makes one of two requests of a person: the second is closed and leads to the first: {id, replayed}. Admins only.';
grant execute on function private.merge_leads(uuid, uuid), public.merge_leads(uuid, uuid) to authenticated;

-- Whoever opens the closed one is told which goes on.
alter function private.request_page(uuid) rename to request_by_itself;
create function private.request_page(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.request_by_itself(p_lead) || jsonb_build_object('merged_into', (
    select k.reference from public.lead_records l join public.lead_records k on k.id = l.merged_into where l.id = p_lead))
$$;
comment on function private.request_by_itself(uuid) is 'A request as whoever asked sees it on its page, without what became of it as a double.';
comment on function private.request_page(uuid) is
  'A request as whoever asked sees it on its page; merged_into is the reference of the one that goes on, for a double.';

create or replace view private.admin_leads with (security_invoker = true) as
select l.id, to_jsonb(l) || jsonb_build_object('held_reason', r.held_reason, 'reference', r.reference, 'merged_into', r.merged_into,
  'assignments', coalesce((
    select jsonb_agg(jsonb_build_object('artist_id', a.id, 'name', a.name, 'status', s.status, 'state', s.state,
      'reported', exists (select from private.thread_reports t where t.lead_id = s.lead_id and t.artist_id = s.artist_id)) order by a.name)
    from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = l.id), '[]')) as lead
from private.leads_in_full l join public.lead_records r on r.id = l.id;

-- Requests of the same person, so that an admin sees a double where there is one.
create function private.lead_doubles(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg((select v.lead from private.admin_leads v where v.id = o.id) order by o.created_at desc, o.id), '[]')
  from (
    select l.id, l.created_at
    from public.lead_records l
    where l.id <> p_lead and l.id in (
        select c.lead_id from public.lead_contacts c
        where lower(c.email) = (select lower(m.email) from public.lead_contacts m where m.lead_id = p_lead)
        union
        select s.id from public.lead_records s
        where s.created_by_user = (select m.created_by_user from public.lead_records m where m.id = p_lead))
      and (l.withdrawn_at is null or l.merged_into = p_lead)
    order by l.created_at desc, l.id limit 5
  ) o
$$;
comment on function private.lead_doubles(uuid) is
  'The five latest other requests of the account or the address of one: open ones, and those that were merged into it.';

create or replace function private.admin_lead(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lead jsonb;
begin
  perform private.require_admin();
  select v.lead into v_lead from private.admin_leads v where v.id = p_lead;
  if v_lead is null then return null; end if;
  return jsonb_build_object('lead', v_lead,
    'suggestions', case when v_lead ->> 'withdrawn_at' is null then private.suggestions_for(p_lead) else '[]' end,
    'doubles', private.lead_doubles(p_lead),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'author', u.email, 'created_at', n.created_at)
        order by n.created_at desc, n.id)
      from private.lead_notes n left join auth.users u on u.id = n.author where n.lead_id = p_lead), '[]'));
end
$$;
comment on function private.admin_lead(uuid) is
  'One request with three artists who would suit it, what admins noted, and other requests of the same person. Null for none.';
