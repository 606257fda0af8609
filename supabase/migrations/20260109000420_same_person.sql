-- Equal typed addresses are not the same person: two requests become one only where both are proven to be of one.
insert into private.error_codes (code, status, field, message) values
  ('person_unproven', 409, null, 'We don’t know yet that the same person sent both. Each request’s email address has to be confirmed first.');

create function private.is_own_address(p_lead uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from private.lead_senders s where s.lead_id = p_lead and s.proven_by = 'link')
    or exists (select from public.lead_records l join public.lead_contacts c on c.lead_id = l.id join auth.users u on u.id = l.created_by_user
      where l.id = p_lead and u.email_confirmed_at is not null and u.confirmation_sent_at is not null
        and private.mailbox(u.email) = private.mailbox(c.email))
$$;
comment on function private.is_own_address(uuid) is
  'Whether the sender of a request reads its address: they opened the link that was emailed, or confirmed their account.';

create or replace function private.same_person(p_a uuid, p_b uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(a.created_by_user = b.created_by_user, false) or private.mailbox(ca.email) = private.mailbox(cb.email)
  from public.lead_records a
  join public.lead_contacts ca on ca.lead_id = a.id
  cross join public.lead_records b
  join public.lead_contacts cb on cb.lead_id = b.id
  where a.id = p_a and b.id = p_b
$$;
comment on function private.same_person(uuid, uuid) is
  'Whether two requests say that one person sent them: by account or address. Who has proven it, private.is_proven_pair says.';

create function private.is_proven_pair(p_a uuid, p_b uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(a.created_by_user = b.created_by_user, false) or private.is_own_address(a.id) and private.is_own_address(b.id)
  from public.lead_records a cross join public.lead_records b where a.id = p_a and b.id = p_b
$$;
comment on function private.is_proven_pair(uuid, uuid) is
  'Whether both of two requests with one address are proven to be of whoever reads it, or came from one account.';

alter function private.merge_leads(uuid, uuid) rename to join_leads;
revoke execute on function private.join_leads(uuid, uuid) from authenticated;
create function private.merge_leads(p_keep uuid, p_double uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_keep <> p_double and private.same_person(p_keep, p_double) and private.is_proven_pair(p_keep, p_double) is not true
     and not exists (select from public.lead_records l where l.id = p_double and l.merged_into = p_keep) then
    perform private.fail('person_unproven');
  end if;
  return private.join_leads(p_keep, p_double);
end
$$;
comment on function private.merge_leads(uuid, uuid) is 'Makes one of two requests that one person has proven to have sent. Again changes nothing.';
comment on function private.join_leads(uuid, uuid) is
  'Closes a double of a request for everybody and links it; its artists who are at it get the one that goes on, as far as they are. Whose both are, merge_leads has looked at.';
grant execute on function private.merge_leads(uuid, uuid) to authenticated;

create or replace function private.lead_doubles(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg((select v.lead from private.admin_leads v where v.id = o.id) || jsonb_build_object(
      'proven', private.is_own_address(o.id), 'mergeable', private.is_proven_pair(p_lead, o.id)) order by o.created_at desc, o.id), '[]')
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

create or replace function private.admin_lead(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lead jsonb;
begin
  perform private.require_admin();
  select v.lead into v_lead from private.admin_leads v where v.id = p_lead;
  if v_lead is null then return null; end if;
  return jsonb_build_object('lead', v_lead || jsonb_build_object('proven', private.is_own_address(p_lead)),
    'suggestions', case when v_lead ->> 'withdrawn_at' is null then private.suggestions_for(p_lead) else '[]' end,
    'doubles', private.lead_doubles(p_lead),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'author', u.email, 'created_at', n.created_at)
        order by n.created_at desc, n.id)
      from private.lead_notes n left join auth.users u on u.id = n.author where n.lead_id = p_lead), '[]'));
end
$$;
