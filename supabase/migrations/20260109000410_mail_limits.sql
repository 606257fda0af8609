-- How many emails one person gets, whoever causes them, and in whose words. A trigger, so that every kind of email and
-- every way to write one is under the same limits, those that come later too.
alter table private.mail_kinds
  -- Nobody else's words are in it.
  add column wordless boolean not null default false,
  -- One a day at most, or the operator's own act: no limit for each recipient is needed.
  add column counted boolean not null default true;
update private.mail_kinds set wordless = true
  where kind in ('newsletter_confirm', 'newsletter_issue', 'artist_invited', 'claim_check', 'artist_welcome', 'account_deleted', 'report_decided');
update private.mail_kinds set counted = false where kind in ('digest', 'newsletter_issue', 'account_deleted');

create table private.unproven_mailboxes (
  mailbox_hash bytea primary key,
  -- Its confirmation is the first.
  emails int not null default 1,
  -- When the next one may leave, after those that follow the confirmation.
  next_at timestamptz,
  created_at timestamptz not null default now()
);
alter table private.unproven_mailboxes enable row level security;
comment on table private.unproven_mailboxes is
  'How many emails went to mailboxes that nobody has proven to read: peppered hashes, kept for a year. It outlives the requests, so that erasing one gives no more emails.';
create index unproven_mailboxes_created_idx on private.unproven_mailboxes (created_at);

create function private.is_known_recipient(p_user uuid, p_email text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.users u
      where u.id = p_user and lower(u.email) = lower(p_email) and u.email_confirmed_at is not null)
    or private.is_proven_address(p_email)
    or exists (select from private.newsletter_subscribers s where lower(s.email) = lower(p_email) and s.confirmed_at is not null)
$$;
comment on function private.is_known_recipient(uuid, text) is
  'Whether an email goes to a confirmed account of its own, or to an address that somebody has shown to read.';

create function private.room_for_unproven(p_mailbox bytea, out refusal text, out due_at timestamptz)
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row private.unproven_mailboxes;
  v_now timestamptz := private.clock();
begin
  if random() < 0.01 then delete from private.unproven_mailboxes u where u.created_at < now() - interval '1 year'; end if;
  insert into private.unproven_mailboxes (mailbox_hash) values (p_mailbox) on conflict do nothing;
  if found then return; end if;
  select * into v_row from private.unproven_mailboxes u where u.mailbox_hash = p_mailbox for update;
  if v_row.next_at - interval '1 day' > v_now then
    refusal := 'Not sent: an email with the link already waits for this address.';
  elsif v_row.emails > private.setting_int('mail_unproven_limit', 3) then
    refusal := 'Not sent: nobody has opened the link that this address got. The news is on the page of the request.';
  else
    due_at := greatest(v_row.next_at, v_now);
    update private.unproven_mailboxes u set emails = u.emails + 1, next_at = v_due.at + interval '1 day'
      from (select due_at as at) v_due where u.mailbox_hash = p_mailbox;
  end if;
end
$$;
comment on function private.room_for_unproven(bytea) is
  'Takes one of the few emails for a mailbox that nobody has proven: the confirmation at once, three more a day apart. Says why there is none, or when it may leave.';

create function private.room_for_known(p_mailbox bytea, p_kind private.mail_kinds) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_key text := encode(p_mailbox, 'hex');
begin
  if p_kind.by_anybody and not private.take_of_total('mail_by_anybody:' || v_key, private.setting_int('mail_address_limit', 10), interval '1 day')
     or p_kind.topic = 'admin' and not private.take_of_total('mail_admin:' || v_key, private.setting_int('mail_admin_limit', 5), interval '1 day')
     or not private.take_of_total('mail:' || v_key, private.setting_int('mail_recipient_limit', 30), interval '1 day') then
    return 'Not sent: this address had its share of such emails for a day.';
  end if;
  return null;
end
$$;
comment on function private.room_for_known(bytea, private.mail_kinds) is
  'Takes one of the emails that a mailbox may get in a day: of all kinds, of those that strangers cause, and of those to admins. Says why there is none.';

create function private.joins_waiting(p_mail private.mails) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  v_waiting bigint;
begin
  if p_mail.lead_id is null then return false; end if;
  select m.id into v_waiting from private.mails m
    where m.lead_id = p_mail.lead_id and m.kind = p_mail.kind and m.artist_id is not distinct from p_mail.artist_id
      and m.recipient = coalesce(p_mail.user_id::text, lower(p_mail.address)) and m.state = 'waiting' and m.attempts = 0
    limit 1 for update;
  if v_waiting is null then return false; end if;
  -- It shows what is so when it leaves; whom it is about is in its payload.
  update private.mails m set payload = m.payload || jsonb_build_object('artist_ids',
      (select jsonb_agg(distinct x) from jsonb_array_elements((m.payload -> 'artist_ids') || (p_mail.payload -> 'artist_ids')) x))
    where m.id = v_waiting and m.payload ? 'artist_ids' and p_mail.payload ? 'artist_ids';
  return true;
end
$$;
comment on function private.joins_waiting(private.mails) is
  'Whether an email of this kind about this request and artist waits already for the same person: then that one says it.';

create function private.limit_mail() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_to text := coalesce(new.address, (select nullif(u.email, '') from auth.users u where u.id = new.user_id));
  v_mailbox bytea := private.address_hash(private.mailbox(v_to));
  v_kind private.mail_kinds;
  v_refusal text;
  v_due timestamptz;
begin
  if new.state <> 'waiting' or v_to is null or exists (select from private.mails m
      where m.event = new.event and m.recipient = coalesce(new.user_id::text, lower(new.address))) then return new; end if;
  if private.joins_waiting(new) then return null; end if;
  select * into v_kind from private.mail_kinds k where k.kind = new.kind;
  if not private.is_known_recipient(new.user_id, v_to) then
    select r.refusal, r.due_at into v_refusal, v_due from private.room_for_unproven(v_mailbox) r;
    new.next_attempt_at := greatest(new.next_attempt_at, now() + (v_due - private.clock()));
  elsif v_kind.counted then
    v_refusal := private.room_for_known(v_mailbox, v_kind);
  end if;
  if v_refusal is not null then
    -- Admins see it in the list of emails and can send it; there is nothing to do about it.
    new.state := 'failed';
    new.answer := v_refusal;
    new.settled_at := now();
    update public.notices n set digest_at = private.next_digest_of(n.user_id)
      where n.user_id = new.user_id and n.kind = new.kind and n.lead_id is not distinct from new.lead_id
        and n.artist_id is not distinct from new.artist_id and n.read_at is null and n.digest_at is null;
  end if;
  return new;
end
$$;
comment on function private.limit_mail() is
  'Holds every email to its limits: one that waits for each request, artist and kind, few for an address that nobody has proven, and so many a day for everybody. What is beyond is noted, and comes in the daily summary to those who have notifications.';
create trigger mails_1_limit before insert on private.mails for each row execute function private.limit_mail();

create function private.forget_unproven() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.unproven_mailboxes u where u.mailbox_hash = private.address_hash(private.mailbox(new.email));
  return null;
end
$$;
comment on function private.forget_unproven() is 'Somebody confirmed the newsletter for an address: once it has left the list, its emails count anew.';
create trigger newsletter_subscribers_proven after update of confirmed_at on private.newsletter_subscribers
  for each row when (new.confirmed_at is not null) execute function private.forget_unproven();

create function private.plain_data(p_kind text, p_data jsonb) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select case when k.wordless then p_data || case when p_data ? 'page' then '{"page": "/"}' else '{}' end::jsonb
    else jsonb_strip_nulls(jsonb_build_object('plain', true, 'link', p_data -> 'link', 'reference', p_data -> 'reference',
      'lead', jsonb_build_object('id', p_data #> '{lead,id}', 'kind', p_data #> '{lead,kind}', 'account', p_data #> '{lead,account}'))) end
  from private.mail_kinds k where k.kind = p_kind
$$;
comment on function private.plain_data(text, jsonb) is 'What an email to an address that nobody has proven may show: that there is news, and the link. No word that somebody typed.';

create or replace function private.mail_data(p_mail private.mails) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_to text := coalesce(p_mail.address, (select nullif(u.email, '') from auth.users u where u.id = p_mail.user_id));
  v_data jsonb := private.mail_content(p_mail);
begin
  if v_data is null or v_to is null then return v_data; end if;
  if p_mail.lead_id is not null and private.is_to_client(p_mail.kind) then
    v_data := v_data || jsonb_build_object('link', private.request_path(private.link_token(p_mail.lead_id, v_to)));
  end if;
  return case when private.is_known_recipient(p_mail.user_id, v_to) then v_data else private.plain_data(p_mail.kind, v_data) end;
end
$$;
comment on function private.mail_data(private.mails) is
  'What an email shows to its recipient: its content and the link of their own request; without anybody''s words where the address is not proven.';

-- The hourly limit of one kind gave way to those above.
create or replace function private.write_mail(
  p_kind text, p_key text, p_user uuid, p_address text default null, p_lead uuid default null, p_artist uuid default null,
  p_payload jsonb default '{}', p_due timestamptz default now()
) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kind private.mail_kinds;
  v_mode text;
begin
  select * into v_kind from private.mail_kinds k where k.kind = p_kind;
  if p_user is not null and v_kind.notice then
    v_mode := private.notice_mode(p_user, v_kind.topic);
    insert into public.notices (user_id, kind, event, lead_id, artist_id, read_at, digest_at)
      values (p_user, p_kind, p_kind || ':' || p_key, p_lead, p_artist,
        -- What somebody did themselves is no news to them.
        case when p_user = auth.uid() then now() end,
        case when v_mode = 'daily' then private.next_digest_of(p_user) end)
      on conflict do nothing;
    -- Told before, in the way that was chosen then.
    if not found or v_mode <> 'at_once' then return; end if;
  end if;
  insert into private.mails (kind, event, user_id, address, lead_id, artist_id, payload, next_attempt_at)
    values (p_kind, p_kind || ':' || p_key, p_user, p_address, p_lead, p_artist, p_payload, p_due)
    on conflict (event, recipient) do nothing;
end
$$;
comment on function private.write_mail(text, text, uuid, text, uuid, uuid, jsonb, timestamptz) is
  'Notes an email to an account or an address, once for each event (kind and key). Its limits are private.limit_mail''s.';

create function private.limit_proposals() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hit('proposal', new.lead_id || ':' || new.artist_id, private.setting_int('proposal_limit', 10), interval '1 day');
  return new;
end
$$;
comment on function private.limit_proposals() is 'An artist changes a proposal so many times a day.';
create trigger proposals_limit before insert on public.proposals for each row execute function private.limit_proposals();

create function private.limit_completions() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hit('completion', new.lead_id || ':' || new.artist_id, private.setting_int('completion_limit', 6), interval '1 day');
  return new;
end
$$;
comment on function private.limit_completions() is 'The two sides say so many times a day that a wall is painted, or that it is not.';
create trigger lead_events_limit before insert on public.lead_events
  for each row when (new.event in ('complete', 'dispute')) execute function private.limit_completions();

-- What a limit kept back needs nobody.
create or replace function private.examine_setup(p_id text, p_at bigint, p_body text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_secret text := private.setting('webhook_secret', null);
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
    'media_origin', private.setting('media_origin', null),
    'webhook_url', private.setting('webhook_url', null),
    -- The secret itself stays here: whether a server has the same is seen by what it says to this.
    'webhook_signature', case when v_secret ~ '^whsec_([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'
      then private.webhook_signature(v_secret, p_id, p_at, p_body) end,
    'pg_net', to_regnamespace('net') is not null,
    'admins', (select count(*) from public.user_roles r where r.role = 'admin'),
    'mails_failed', (select count(*) from private.mails m where m.state = 'failed' and m.settled_at is null and m.created_at > now() - interval '1 day'));
end
$$;
