-- Erasure: the account, the profile, the uploads, and who asked in the leads it sent. The requests themselves stay
-- with the artists who work on them, without a person.
create function private.delete_uploads(p_user uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_objects(array(
    select o.id from storage.objects o
    where o.bucket_id in ('profile-photos', 'portfolio-images') and o.name like p_user || '/%'
      and not exists (select from public.cities c where c.cover_photo like '%/object/public/' || o.bucket_id || '/' || o.name)));
  -- A mural page must not outlive the picture on it.
  delete from public.murals m
  where exists (select from unnest(m.gallery_images || array[m.image_url, m.before_url]) x
    where x like '%/object/public/%/' || p_user || '/%');
end
$$;
comment on function private.delete_uploads(uuid) is 'Removes the files of a person, or of an artist''s page, and the murals that show them; a picture that a city shows stays.';

create function private.lock_requests_of(p_user uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform from public.lead_records l
    where l.id in (
      select own.id from public.lead_records own where own.created_by_user = p_user
      union select s.lead_id from public.lead_assignments s join public.artists a on a.id = s.artist_id where a.user_id = p_user)
    order by l.id for no key update;
end
$$;
comment on function private.lock_requests_of(uuid) is
  'Locks every request that a person has sent or, as an artist, received, in the order of ids: nothing is written about one while the account goes.';

create function private.delete_my_account() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := auth.uid();
begin
  -- Their requests before the row itself goes: a side that acts on one of them has it first, and then refers to the account.
  perform from auth.users u where u.id = v_user for no key update;
  if not found then perform private.fail('not_allowed'); end if;
  if private.is_admin() and (select count(*) from public.user_roles r where r.role = 'admin') < 2 then
    perform private.fail('last_admin');
  end if;
  perform private.lock_requests_of(v_user);
  perform private.audit('account.deleted', v_user, jsonb_build_object('role', private.my_role()));
  delete from auth.users u where u.id = v_user;
end
$$;
comment on function private.delete_my_account() is
  'Deletes the caller''s own account with everything personal in one transaction, for good. The last admin cannot go.';

-- An account's address stands in mails, in lists of the dashboard and in exports. Who makes the account (the sign-up
-- of a hosted project takes quoted markup for an address), the rule is that of the forms; the columns bound its length.
create function private.check_account_email() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if (tg_op = 'INSERT' or new.email is distinct from old.email) and not private.valid_email(nullif(new.email, ''))
    or (tg_op = 'INSERT' or new.email_change is distinct from old.email_change)
    and not private.valid_email(nullif(new.email_change, ''))
  then
    perform private.fail('email_invalid');
  end if;
  return new;
end
$$;
comment on function private.check_account_email() is
  'Refuses an address of an account, or one that it wants to change to, that the forms would refuse. Addresses from before the rule stay.';

create trigger check_account_email before insert or update of email, email_change on auth.users
  for each row execute function private.check_account_email();

-- When an account is deleted, by the person themselves or an operator, everything personal goes with it.
create function private.delete_person() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- A client who writes at the same instant has written before this, or finds that nobody is there.
  perform private.lock_requests_of(old.id);
  delete from private.request_intake i using public.lead_records l where l.id = i.lead_id and l.created_by_user = old.id;
  perform private.delete_uploads(old.id);
  delete from public.lead_contacts c using public.lead_records l where l.id = c.lead_id and l.created_by_user = old.id;
  update public.lead_records l set project_description = private.removed_request(), locale = default
    where l.created_by_user = old.id;
  -- Entries about the profile stay; whose it was does not.
  update private.audit_log e set detail = e.detail - 'name'
    where e.detail ? 'name' and e.subject in (select a.id from public.artists a where a.user_id = old.id union all select old.id);
  return old;
end
$$;
comment on function private.delete_person() is
  'Before an account goes: its uploads with the murals that show them, who asked in its leads, and its name in the audit log. Role, profile, contact, assignments, sessions and identities go by their foreign keys.';

create trigger delete_person before delete on auth.users
  for each row execute function private.delete_person();

create function private.forget_address() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.newsletter_subscribers s where lower(s.email) = lower(old.email);
  perform private.delete_newsletter_mails(old.email);
  update private.picture_reports r set email = null, locale = default where lower(r.email) = lower(old.email);
  return null;
end
$$;
comment on function private.forget_address() is
  'An account is gone: the newsletter forgets its confirmed address, and what was reported from it is kept without it.';

create trigger forget_address after delete on auth.users
  for each row when (old.email_confirmed_at is not null and old.confirmation_sent_at is not null) execute function private.forget_address();

-- A client who is erased from a request, whatever the way: the request, the account, an operator.
create function private.delete_with_client() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_leads uuid[] := array(select g.lead_id from gone g);
  v_wall private.finished_walls;
begin
  delete from public.request_details d where d.lead_id = any (v_leads);
  delete from public.site_facts f where f.lead_id = any (v_leads);
  delete from private.request_links k where k.lead_id = any (v_leads);
  delete from private.request_notes n where n.lead_id = any (v_leads);
  delete from public.notices n where n.lead_id = any (v_leads);
  perform private.delete_folders('lead-photos', v_leads::text[]);
  delete from public.lead_messages m where m.lead_id = any (v_leads);
  update public.proposals p set message = null where p.lead_id = any (v_leads) and p.message is not null;
  update public.assignment_events e set reason = null where e.lead_id = any (v_leads) and e.reason is not null;
  -- Their name stands in agreements, of which the artist keeps a copy (0370_sealed_jobs.sql), and their wall is behind sketches.
  delete from private.agreements a where a.lead_id = any (v_leads);
  delete from private.sketches s where s.lead_id = any (v_leads);
  perform private.delete_folders('sketches', v_leads::text[]);
  -- The review stays, without a name and without their pictures.
  update public.reviews r set author_name = null, pictures = '{}'
    from private.review_checks c where c.lead_id = any (v_leads) and r.id = c.review_id;
  -- They agree to nothing any more: what only they could allow is not shown.
  perform from public.murals m
    where m.id in (select w.mural_id from private.finished_walls w where w.lead_id = any (v_leads)) order by m.id for no key update;
  for v_wall in
    update private.finished_walls w set consent = null, consent_at = null where w.lead_id = any (v_leads) returning w.*
  loop
    perform private.show_consented(v_wall.lead_id, v_wall.artist_id);
  end loop;
  -- What still tells of the end is sent.
  delete from private.mails m where m.lead_id = any (v_leads) and m.state = 'sent';
  return null;
end
$$;
comment on function private.delete_with_client() is
  'The client was erased from a request: what they said and sent, what was written about them, what they signed, and every link to it goes along.';

create trigger lead_contacts_delete_with_client after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.delete_with_client();

-- Everything that is about a person, for that person. Each part is a row here, so that whatever keeps more about people
-- adds one line; tests/db/accounts/export.test.ts names every table that has none.
create table private.export_parts (
  part text primary key check (part ~ '^[a-z]+(_[a-z]+)*$'),
  -- Gives jsonb, a row for each thing, of the caller alone; runs with the rights of its owner.
  query text not null
);
comment on table private.export_parts is
  'What an export holds: each query gives what is about auth.uid(), and nothing that the caller may not see. Only migrations write it.';

insert into private.export_parts (part, query) values
  ('account', $$
    select jsonb_build_object('id', u.id, 'email', u.email, 'metadata', u.raw_user_meta_data, 'created_at', u.created_at,
      'email_confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
    from auth.users u where u.id = auth.uid()$$),
  ('files', $$
    select jsonb_build_object('bucket', o.bucket_id, 'path', o.name, 'created_at', o.created_at, 'metadata', o.metadata)
    from storage.objects o where o.name like auth.uid() || '/%' or o.name like private.my_artist_id() || '/%'
      or (o.bucket_id in ('message-pictures', 'sketches') and (split_part(o.name, '/', 1), split_part(o.name, '/', 2)) in (
        select t.lead_id::text, t.artist_id::text from private.my_conversations() t))
      or (o.bucket_id = 'review-pictures' and split_part(o.name, '/', 1) in (
        select c.review_id::text from private.review_checks c join public.lead_records l on l.id = c.lead_id where l.created_by_user = auth.uid()))
      or (o.bucket_id = 'lead-photos' and split_part(o.name, '/', 1) in (
        select l.id::text from public.lead_records l where l.created_by_user = auth.uid()))$$),
  ('finished_walls', $$
    select to_jsonb(w) || jsonb_build_object('location_details', case when w.artist_id = private.my_artist_id() then w.location_details end)
    from private.finished_walls w
    where w.lead_id in (select l.id from public.lead_records l where l.created_by_user = auth.uid())
      or w.artist_id = private.my_artist_id()$$),
  ('agreements', $$
    select to_jsonb(a) || jsonb_build_object('versions', (
      select jsonb_agg(private.agreement_version_line(t) order by t.version) from private.agreement_versions t
      where t.lead_id = a.lead_id and t.artist_id = a.artist_id))
    from private.agreements a where a.artist_id = private.my_artist_id() or a.lead_id in (select private.my_requests())$$),
  ('sealed_jobs', $$
    select c from private.my_sealed_jobs() c$$),
  ('leads', $$
    select to_jsonb(l) - '{created_by_user,held,reference}'::text[]
      || jsonb_build_object('merged_into', (select r.merged_into from private.request_reasons r where r.lead_id = l.id),
        'status', s.status, 'assigned_at', s.created_at, 'updated_at', s.updated_at, 'seen_at', s.seen_at, 'state', s.state,
        'answered_at', s.answered_at, 'accepted_at', s.accepted_at, 'completed_by', s.completed_by, 'completed_at', s.completed_at,
        'confirmed_at', s.confirmed_at, 'agreement_asked_at', s.agreement_asked_at,
        'agreement_skipped_at', s.agreement_skipped_at, 'client_read', s.client_read, 'artist_read', s.artist_read,
        'name', coalesce(c.name, '***'), 'email', c.email, 'phone', c.phone)
    from public.lead_assignments s
    join public.lead_records l on l.id = s.lead_id
    left join public.lead_contacts c on c.lead_id = l.id and c.lead_id in (select private.requests_whose_contact_i_see())
    where s.artist_id = private.my_artist_id() and l.id in (select private.requests_assigned_to_me())$$),
  ('log', $$
    select jsonb_build_object('at', e.at, 'action', e.action, 'subject', e.subject, 'by_me', e.actor is not distinct from auth.uid(),
      'detail', e.detail)
    from private.audit_log e where e.actor = auth.uid() or e.subject in (auth.uid(), private.my_artist_id())$$),
  ('mails', $$
    select jsonb_build_object('kind', m.kind, 'address', m.address, 'request', m.lead_id, 'state', m.state, 'locale', m.locale,
      'answer', m.answer, 'created_at', m.created_at, 'sent_at', m.sent_at)
    from private.mails m
    where m.user_id = auth.uid()
      or (m.user_id is null and m.lead_id in (select l.id from public.lead_records l where l.created_by_user = auth.uid()))$$),
  ('messages', $$
    select to_jsonb(m) - 'position' || jsonb_build_object('pictures', private.message_line(m, null) -> 'pictures') from public.lead_messages m
    where (m.lead_id, m.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)$$),
  ('mural_redirects', $$
    select to_jsonb(r) from public.mural_redirects r join public.murals m on m.id = r.mural_id
    where m.artist_id = private.my_artist_id()$$),
  ('publishing', $$
    select to_jsonb(r) from private.publish_requests r where r.requested_by = auth.uid()$$),
  ('reports', $$
    select to_jsonb(r) from private.conversation_reports r
    where (r.side = 'client' and r.lead_id in (select l.id from public.lead_records l where l.created_by_user = auth.uid()))
      or (r.side = 'artist' and r.artist_id = private.my_artist_id())$$),
  ('request_links', $$
    select jsonb_build_object('request', k.lead_id, 'created_at', k.created_at, 'expires_at', k.expires_at, 'revoked_at', k.revoked_at)
    from private.request_links k join public.lead_records l on l.id = k.lead_id where l.created_by_user = auth.uid()$$),
  ('requests', $$
    select private.request_data(l.id) - 'matches' || jsonb_build_object('withdrawn_at', l.withdrawn_at, 'locale', l.locale)
    from public.lead_records l where l.created_by_user = auth.uid()$$),
  ('review_disputes', $$
    select jsonb_build_object('review', c.review_id, 'disputed_at', c.disputed_at, 'reason', c.dispute_reason)
    from private.review_checks c where c.artist_id = private.my_artist_id() and c.disputed_at is not null$$),
  ('reviews', $$
    select to_jsonb(r) - '{public_visible,counted_at}'::text[] || jsonb_build_object('lead_id', c.lead_id)
    from public.reviews r left join private.review_checks c on c.review_id = r.id
    where r.artist_id = private.my_artist_id()
      or c.lead_id in (select l.id from public.lead_records l where l.created_by_user = auth.uid())$$),
  ('sessions', $$
    select jsonb_build_object('created_at', s.created_at, 'updated_at', s.updated_at,
      'user_agent', to_jsonb(s) -> 'user_agent', 'ip', to_jsonb(s) -> 'ip')
    from auth.sessions s where s.user_id = auth.uid()$$);

-- Whole rows, without some fields.
insert into private.export_parts (part, query)
select p.part, format('select to_jsonb(own) - %L::text[] from %s own where %s', p.but, p.source, w.condition)
from (values
  ('agreement_terms', 'public.agreement_terms', 'artist', '{}'),
  ('assignment_events', 'public.assignment_events', 'conversation', '{id}'),
  ('deleted_murals', 'private.deleted_murals', 'artist', '{lead_id,client_pictures}'),
  ('murals', 'public.murals', 'artist', '{}'),
  ('newsletter', 'private.newsletter_subscribers', 'email', '{nonce,token_hash}'),
  ('notice_preferences', 'public.notice_preferences', 'user', '{user_id}'),
  ('notices', 'public.notices', 'user', '{user_id,event}'),
  ('page_claims', 'private.page_claims', 'user', '{user_id}'),
  ('papers', 'private.papers', 'artist', '{artist_id}'),
  ('payment_notes', 'private.payment_notes', 'job', '{idempotency_key}'),
  ('payment_parts', 'private.payment_parts', 'job', '{comes_at,remind_at}'),
  ('picture_reports', 'private.picture_reports', 'email', '{idempotency_key}'),
  ('profile', 'public.artists', 'user', '{}'),
  ('profile_contact', 'public.artist_contacts', 'artist', '{}'),
  ('proposals', 'public.proposals', 'conversation', '{}'),
  ('request_details', 'public.request_details', 'request', '{}'),
  ('roles', 'public.user_roles', 'user', '{}'),
  ('site_facts', 'public.site_facts', 'request', '{}'),
  ('sketch_events', 'private.sketch_events', 'conversation', '{id}'),
  ('sketch_extra_rounds', 'private.sketch_extra_rounds', 'conversation', '{}'),
  ('sketch_pins', 'private.sketch_pins', 'conversation', '{idempotency_key}'),
  ('sketch_versions', 'private.sketch_versions', 'conversation', '{idempotency_key}'),
  ('sketches', 'private.sketches', 'conversation', '{}'),
  ('views', 'private.artist_views', 'artist', '{artist_id}')
) p (part, source, whose, but)
join (values
  ('artist', 'own.artist_id = private.my_artist_id()'),
  ('conversation', '(own.lead_id, own.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)'),
  ('email', 'lower(own.email) = private.proven_email()'),
  ('job', 'own.artist_id = private.my_artist_id() or own.lead_id in (select private.my_requests())'),
  ('request', 'own.lead_id in (select private.my_requests()) or own.lead_id in (select private.requests_assigned_to_me())'),
  ('user', 'own.user_id = auth.uid()')
) w (whose, condition) on w.whose = p.whose;

create function private.export_my_data() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
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
comment on function private.export_my_data() is
  'Everything about the caller: {exported_at, account, profile, requests, leads, files, …}, each part of private.export_parts as a list. Files are named with bucket and path.';

-- What "npm run doctor" cannot see from outside: it has the secret key, and on a hosted project nothing else.
-- What a limit kept back needs nobody.
create function private.examine_setup(p_id text, p_at bigint, p_body text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_secret text := private.setting('webhook_secret');
  v_migrations jsonb;
begin
  -- Kept by the Supabase CLI, and by the embedded backend in the same way; not there where files were run by hand.
  if exists (
    select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'supabase_migrations' and c.relname = 'schema_migrations'
      and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
  ) then
    execute 'select jsonb_agg(m.version order by m.version) from supabase_migrations.schema_migrations m' into v_migrations;
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'migrations', v_migrations,
    'media_origin', private.setting('media_origin'),
    'webhook_url', private.setting('webhook_url'),
    -- The secret itself stays here: whether a server has the same is seen by what it says to this.
    'webhook_signature', case when v_secret ~ '^whsec_([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'
      then private.webhook_signature(v_secret, p_id, p_at, p_body) end,
    'pg_net', to_regnamespace('net') is not null,
    'agreements_altered', (select count(*) from private.altered_agreements()),
    'admins', (select count(*) from public.user_roles r where r.role = 'admin'),
    'chores_failed', coalesce((select jsonb_object_agg(h.name, h.problem) from private.chores h where h.attempts > 0), '{}'),
    'mails_failed', (select count(*) from private.mails m where m.state = 'failed' and m.settled_at is null and m.created_at > now() - interval '1 day'));
end
$$;
comment on function private.examine_setup(text, bigint, text) is
  'Clock, applied migrations, settings that others must match, agreements that are not what was signed, and the signature that the database would give a webhook of this id, time and body. Secret key only.';

create function private.operator_figures() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'changes', c.n, 'change_age', coalesce(extract(epoch from now() - c.first), 0),
    'mails_waiting', m.n, 'mail_age', coalesce(extract(epoch from now() - m.first), 0), 'mails_tried', m.tried,
    'mails_failed', (select count(*) from private.mails f where f.state = 'failed' and f.settled_at is null),
    'chores_late', (select greatest(0, extract(epoch from max(private.clock() - h.last_at - h.every))) from private.chores h),
    'chores', (select jsonb_object_agg(h.name, jsonb_build_object('at', extract(epoch from h.last_at), 'failures', h.attempts))
      from private.chores h),
    'uploads', u.bytes, 'uploads_limit', private.megabytes('upload_total_mb'),
    'lease', (select extract(epoch from l.until - clock_timestamp()) from private.leases l where l.name = 'publish'))
  from (select count(*) as n, min(s.changed_at) as first from private.site_changes s) c,
    (select count(*) as n, count(*) filter (where w.attempts > 0 and w.state = 'waiting') as tried,
       -- Since it should have left: what is held on purpose waits for its time.
       min(case when w.attempts > 0 then coalesce(w.first_tried_at, w.created_at) else greatest(w.created_at, w.next_attempt_at) end)
         filter (where w.attempts > 0 or w.next_attempt_at <= now()) as first
     from private.mails w where w.state in ('waiting', 'leased')) m,
    private.storage_use u
  where u.owner is null
$$;
comment on function private.operator_figures() is
  'What /metrics says of the database: what waits, for how many seconds the first of it has, and what did not leave: changes that are to be published, emails, uploads, chores. How long a publisher still publishes, where several may. Secret key only.';
