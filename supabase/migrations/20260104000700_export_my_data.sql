-- Everything that is about a person, for that person. Each part is a row here, so that whatever keeps more about people
-- adds one line; tests/db/export.test.ts names every table that has none.
create table private.export_parts (
  part text primary key check (part ~ '^[a-z]+(_[a-z]+)*$'),
  -- Gives jsonb, a row for each thing, of the caller alone; runs with the rights of its owner.
  query text not null
);
alter table private.export_parts enable row level security;
comment on table private.export_parts is
  'What an export holds: each query gives what is about auth.uid(), and nothing that the caller may not see. Only migrations write it.';

insert into private.export_parts (part, query) values
  ('account', $$
    select jsonb_build_object('id', u.id, 'email', u.email, 'metadata', u.raw_user_meta_data, 'created_at', u.created_at,
      'email_confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
    from auth.users u where u.id = auth.uid()$$),
  -- Hosted projects keep the browser and the address of a session too.
  ('sessions', $$
    select jsonb_build_object('created_at', s.created_at, 'updated_at', s.updated_at,
      'user_agent', to_jsonb(s) -> 'user_agent', 'ip', to_jsonb(s) -> 'ip')
    from auth.sessions s where s.user_id = auth.uid()$$),
  ('roles', $$
    select to_jsonb(r) from public.user_roles r where r.user_id = auth.uid()$$),
  ('profile', $$
    select to_jsonb(a) from public.artists a where a.user_id = auth.uid()$$),
  ('profile_contact', $$
    select to_jsonb(c) from public.artist_contacts c where c.artist_id = private.my_artist_id()$$),
  ('murals', $$
    select to_jsonb(m) from public.murals m where m.artist_id = private.my_artist_id()$$),
  -- As its page shows it, so that whatever a request has on its page comes along.
  ('requests', $$
    select private.request_page(l.id) - 'matches' || jsonb_build_object('withdrawn_at', l.withdrawn_at)
    from public.lead_records l where l.created_by_user = auth.uid()$$),
  ('request_links', $$
    select jsonb_build_object('request', k.lead_id, 'created_at', k.created_at, 'expires_at', k.expires_at, 'revoked_at', k.revoked_at)
    from private.request_links k join public.lead_records l on l.id = k.lead_id where l.created_by_user = auth.uid()$$),
  -- As an artist sees them: nobody's contact while a lead is new.
  ('leads', $$
    select to_jsonb(l) - '{created_by_user,held,held_reason,reference}'::text[]
      || jsonb_build_object('status', s.status, 'assigned_at', s.created_at, 'updated_at', s.updated_at, 'seen_at', s.seen_at,
        'name', coalesce(c.name, '***'), 'email', c.email, 'phone', c.phone)
    from public.lead_assignments s
    join public.lead_records l on l.id = s.lead_id
    left join public.lead_contacts c on c.lead_id = l.id and c.lead_id in (select private.leads_whose_contact_i_see())
    where s.artist_id = private.my_artist_id() and l.id in (select private.leads_assigned_to_me())$$),
  -- Without what they carry: a link in a mail that waits opens a request.
  ('mails', $$
    select jsonb_build_object('kind', m.kind, 'address', m.address, 'request', m.lead_id, 'state', m.state,
      'answer', m.answer, 'created_at', m.created_at, 'sent_at', m.sent_at)
    from private.mails m
    where m.user_id = auth.uid()
      or (m.user_id is null and m.lead_id in (select l.id from public.lead_records l where l.created_by_user = auth.uid()))$$),
  -- What the person did, and what was done to them; by whom is somebody else's.
  ('log', $$
    select jsonb_build_object('at', e.at, 'action', e.action, 'subject', e.subject, 'by_me', e.actor is not distinct from auth.uid(),
      'detail', e.detail)
    from private.audit_log e where e.actor = auth.uid() or e.subject in (auth.uid(), private.my_artist_id())$$),
  ('publishing', $$
    select to_jsonb(r) from private.publish_requests r where r.requested_by = auth.uid()$$),
  ('files', $$
    select jsonb_build_object('bucket', o.bucket_id, 'path', o.name, 'created_at', o.created_at, 'metadata', o.metadata)
    from storage.objects o where o.name like auth.uid() || '/%'$$);

create function private.export_my_data() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_part private.export_parts;
  v_rows jsonb;
  v_data jsonb := jsonb_build_object('exported_at', now());
begin
  perform from auth.users u where u.id = auth.uid();
  if not found then perform private.fail('not_allowed'); end if;
  for v_part in select * from private.export_parts loop
    execute format('select coalesce(jsonb_agg(q.x), ''[]'') from (%s) q (x)', v_part.query) into v_rows;
    v_data := v_data || jsonb_build_object(v_part.part, v_rows);
  end loop;
  return v_data;
end
$$;
comment on function private.export_my_data() is 'Each part of private.export_parts as a list, of the caller alone.';

create function public.export_my_data() returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.export_my_data()
$$;
comment on function public.export_my_data() is
  'Everything about the caller: {exported_at, account, profile, requests, leads, files, …}, each a list. Files are named with bucket and path.';
grant execute on function private.export_my_data(), public.export_my_data() to authenticated;
