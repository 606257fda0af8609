-- How many emails one person gets, by who causes them, and in whose words. A trigger, so that every kind of email and
-- every way to write one is under the same limits, those that come later too.
create table private.unproven_mailboxes (
  mailbox_hash bytea primary key,
  -- Its confirmation is the first.
  emails int not null default 1,
  -- When the next one may leave, after those that follow the confirmation.
  next_at timestamptz,
  created_at timestamptz not null default now(),
  -- Links to requests that a client asked for.
  links int not null default 0
);
comment on table private.unproven_mailboxes is
  'How many emails went to mailboxes that nobody has proven to read: peppered hashes, kept for a year. It outlives the requests, so that erasing one gives no more emails.';
create index unproven_mailboxes_created_idx on private.unproven_mailboxes (created_at);

create function private.is_known_recipient(p_user uuid, p_email text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.users u
      where u.id = p_user and lower(u.email) = lower(p_email) and u.email_confirmed_at is not null)
    or private.is_proven_address(p_email)
    or exists (select from private.newsletter_subscribers s where lower(s.email) = lower(p_email) and s.confirmed_at is not null);
end
$$;
comment on function private.is_known_recipient(uuid, text) is
  'Whether an email goes to a confirmed account of its own, or to an address that its owner has shown to read.';

create function private.room_for_unproven(p_mailbox bytea, out refusal text, out due_at timestamptz)
  language plpgsql security definer set search_path = '' as $$
declare
  v_row private.unproven_mailboxes;
  v_now timestamptz := private.clock();
begin
  insert into private.unproven_mailboxes (mailbox_hash) values (p_mailbox) on conflict do nothing;
  if found then return; end if;
  select * into v_row from private.unproven_mailboxes u where u.mailbox_hash = p_mailbox for update;
  -- Links that were asked for came first.
  if v_row.emails = 0 then
    update private.unproven_mailboxes u set emails = 1 where u.mailbox_hash = p_mailbox;
    return;
  end if;
  if v_row.next_at - interval '1 day' > v_now then
    refusal := 'Held back: an email with the link already waits for this address.';
  elsif v_row.emails > private.setting_int('mail_unproven_limit') then
    refusal := 'Held back: nobody has opened the link that this address got. The news is on the request page.';
  else
    due_at := greatest(v_row.next_at, v_now);
    update private.unproven_mailboxes u set emails = u.emails + 1, next_at = v_due.at + interval '1 day'
      from (select due_at as at) v_due where u.mailbox_hash = p_mailbox;
  end if;
end
$$;
comment on function private.room_for_unproven(bytea) is
  'Takes one of the few emails for a mailbox that nobody has proven: the confirmation at once, three more a day apart. Says why there is none, or when it may leave.';

create function private.mail_causer(p_mail private.mails, p_mailbox bytea) returns text
  language sql stable security definer set search_path = '' as $$
  -- Not who calls: an admin who releases a request, or the clock, causes nothing themselves.
  select nullif(case when p_mail.lead_id is null then
      coalesce((select encode(private.address_hash(private.mailbox(u.email)), 'hex') from auth.users u where u.id = auth.uid()),
        case when private.is_api_caller() then encode(private.network_hash(), 'hex') end)
    when p_mail.artist_id is not null and private.is_to_client(p_mail.kind) then p_mail.artist_id::text
    -- The mailbox, once it is proven, or else the network.
    else (select encode(case when s.proven_at is not null then s.address_hash else s.network_hash end, 'hex')
      from private.request_senders s where s.lead_id = p_mail.lead_id) end, encode(p_mailbox, 'hex'))
$$;
comment on function private.mail_causer(private.mails, bytea) is
  'The person an email comes from in the end: the artist or the sender of the request it is about, or the caller. Null for the recipient''s own acts and for what nobody has caused.';

create function private.room_again(p_limit int) returns timestamptz
  language sql stable set search_path = '' as $$
  -- What was used in the window before fades.
  select date_bin(interval '1 day', now(), timestamptz 'epoch') + interval '1 day' + interval '1 day' / greatest(p_limit, 1)
$$;
comment on function private.room_again(int) is 'When a limit of so many a day that is used up has room again.';

create function private.room_for_known(p_mailbox bytea, p_kind private.mail_kinds, p_causer text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_key text := encode(p_mailbox, 'hex');
  v_limit int := case when p_kind.by_anybody then private.setting_int('mail_address_limit') else private.setting_int('mail_recipient_limit') end;
begin
  -- Nobody has more than a third: what a stranger uses up is theirs. Their share comes first, and beyond it takes nothing.
  if p_causer is not null and not private.try_rate_limit(
       concat_ws(':', case when p_kind.by_anybody then 'mail_anybody_of' else 'mail_of' end, p_causer, v_key), ceil(v_limit / 3.0)::int, interval '1 day')
     or p_kind.by_anybody and not private.try_rate_limit('mail_by_anybody:' || v_key, v_limit, interval '1 day')
     or p_kind.topic = 'admin' and not private.try_rate_limit('mail_admin:' || v_key, private.setting_int('mail_admin_limit'), interval '1 day')
     or not private.try_rate_limit('mail:' || v_key, private.setting_int('mail_recipient_limit'), interval '1 day') then
    return 'Held back: this address reached its daily limit.';
  end if;
  return null;
end
$$;
comment on function private.room_for_known(bytea, private.mail_kinds, text) is
  'Takes one of the emails that a mailbox may get in a day: from one causer, of all kinds, of those that strangers cause, and of those to admins. Says why there is none.';

create function private.room_for_asked(p_mailbox bytea, p_known boolean) returns timestamptz
  language plpgsql security definer set search_path = '' as $$
declare
  v_limit int := case when p_known then private.setting_int('mail_address_limit') else private.setting_int('mail_asked_limit') end;
begin
  if not private.try_rate_limit('mail_asked:' || encode(p_mailbox, 'hex'), v_limit, interval '1 day') then
    return private.room_again(v_limit);
  end if;
  if p_known then return null; end if;
  -- Who reads none of 20 links in a year is not who asks for them.
  insert into private.unproven_mailboxes as u (mailbox_hash, emails, links) values (p_mailbox, 0, 1)
    on conflict (mailbox_hash) do update set links = u.links + 1 where u.links < 20;
  return case when not found then timestamptz 'infinity' end;
end
$$;
comment on function private.room_for_asked(bytea, boolean) is
  'Takes one of the links that a mailbox may get because a client asked for them; they count apart from all other emails. Null, or when there is room again.';

create function private.joins_waiting(p_mail private.mails) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_waiting bigint;
begin
  if p_mail.lead_id is null then return false; end if;
  select m.id into v_waiting from private.mails m
    where m.lead_id = p_mail.lead_id and m.kind = p_mail.kind and m.artist_id is not distinct from p_mail.artist_id
      and m.payload -> 'part' is not distinct from p_mail.payload -> 'part'
      and m.payload -> 'act' is not distinct from p_mail.payload -> 'act'
      and m.recipient = coalesce(p_mail.user_id::text, lower(p_mail.address)) and m.state = 'waiting' and m.attempts = 0
    limit 1 for no key update;
  if v_waiting is null then return false; end if;
  -- A client waits for it now.
  update private.mails m set next_attempt_at = least(m.next_attempt_at, now()) where m.id = v_waiting and p_mail.payload ? 'asked';
  -- It shows what is so when it leaves; whom it is about is in its payload.
  update private.mails m set payload = m.payload || jsonb_build_object('artist_ids',
      (select jsonb_agg(distinct x) from jsonb_array_elements((m.payload -> 'artist_ids') || (p_mail.payload -> 'artist_ids')) x))
    where m.id = v_waiting and m.payload ? 'artist_ids' and p_mail.payload ? 'artist_ids';
  return true;
end
$$;
comment on function private.joins_waiting(private.mails) is
  'Whether an email of this kind about this request, artist, act and part of the price waits already for the same person: then that one says it.';

create function private.limit_mail() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_to text := coalesce(new.address, (select nullif(u.email, '') from auth.users u where u.id = new.user_id));
  v_mailbox bytea := private.address_hash(private.mailbox(v_to));
  v_kind private.mail_kinds;
  v_refusal text;
  v_due timestamptz;
  v_known boolean;
  v_is_code boolean := new.kind = 'request_signing_code';
begin
  if new.state <> 'waiting' or v_to is null or exists (select from private.mails m
      where m.event = new.event and m.recipient = coalesce(new.user_id::text, lower(new.address))) then return new; end if;
  if private.joins_waiting(new) then return null; end if;
  select * into v_kind from private.mail_kinds k where k.kind = new.kind;
  v_known := private.is_known_recipient(new.user_id, v_to);
  -- A code to whom nobody has proven to be is one of the few emails that a stranger can ask for.
  if new.payload ? 'asked' or v_is_code and not v_known and not private.is_request_proven(new.lead_id) then
    v_due := private.room_for_asked(v_mailbox, v_known);
    if v_due is not null then v_refusal := 'Held back: this address reached its limit of links.'; end if;
    -- Before all others that are due: a client waits for it.
    new.next_attempt_at := coalesce(v_due, now() - interval '10 days');
  -- The reader of that mailbox asks for it, as often as the request has codes.
  elsif v_is_code and private.is_request_proven(new.lead_id) then
    null;
  elsif not v_known then
    select r.refusal, r.due_at into v_refusal, v_due from private.room_for_unproven(v_mailbox) r;
    new.next_attempt_at := greatest(new.next_attempt_at, now() + (v_due - private.clock()));
  elsif v_kind.owed then
    -- So many of one causer, beside all others; such an email waits for room.
    if not private.try_rate_limit(concat_ws(':', 'mail_owed', private.mail_causer(new, v_mailbox), encode(v_mailbox, 'hex')), 10, interval '1 day') then
      v_due := private.room_again(10);
    end if;
    -- A code is of use for minutes only.
    if v_is_code and v_due is not null then v_refusal := 'Held back: this address reached its daily limit of codes.'; end if;
    new.next_attempt_at := greatest(new.next_attempt_at, v_due);
  elsif v_kind.counted then
    v_refusal := private.room_for_known(v_mailbox, v_kind, private.mail_causer(new, v_mailbox));
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
  'Holds every email to its limits: one that waits for each request, artist and kind, few for an address that nobody has proven, and so many a day from each causer and for everybody. What is beyond is noted, and comes in the daily summary; what is owed waits.';

create trigger mails_1_limit before insert on private.mails for each row execute function private.limit_mail();

create function private.is_outbox_stuck() returns boolean
  language sql stable security definer set search_path = '' as $$
  -- An answer without a code is no answer of a server; one of 500 and more to an email that waits is about us. One of them
  -- may be a server's odd word for a recipient.
  select count(*) filter (where t.answer !~ '\m[45]\d\d[ -]') > 0 or count(distinct t.recipient) filter (where t.answer ~ '\m5\d\d[ -]') > 1
  from (
    select m.answer, m.recipient, m.next_attempt_at - private.retry_after(m.attempts) as at
    from private.mails m where m.state = 'waiting' and m.attempts > 0 and m.answer is not null) t
  where not exists (select from private.mails s
    where s.state = 'sent' and s.created_at > now() - interval '1 day' and s.sent_at >= t.at)
$$;
comment on function private.is_outbox_stuck() is 'Whether the mail server took nothing since it was last tried: what waits then waits for it.';

create function private.mail_outcome(p_kind text, p_key text, p_email text, p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_mail private.mails;
begin
  select * into v_mail from private.mails m where m.event = p_kind || ':' || p_key and m.recipient = lower(p_email);
  if not found then
    select * into v_mail from private.mails m
      where m.lead_id = p_lead and m.kind = p_kind and m.recipient = lower(p_email) and m.state in ('waiting', 'leased')
      order by m.id desc limit 1;
  end if;
  if v_mail.id is null or v_mail.state = 'failed' then
    return jsonb_strip_nulls(jsonb_build_object('state', 'not',
      'at', case when isfinite(v_mail.next_attempt_at) and v_mail.next_attempt_at > now() then v_mail.next_attempt_at end));
  elsif v_mail.state = 'waiting' and v_mail.next_attempt_at > now() then
    return jsonb_build_object('state', 'later', 'at', v_mail.next_attempt_at);
  elsif v_mail.state <> 'sent' and private.is_outbox_stuck() then
    return '{"state": "later"}';
  end if;
  return '{"state": "sent"}';
end
$$;
comment on function private.mail_outcome(text, text, text, uuid) is
  'What became of an email, for the person who asked for it: {state: sent, later or not, at: when it leaves, or when there is room again, where that is known}.';

create function private.unsent(p_outcome jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select case when p_outcome ->> 'state' = 'sent' then '{}' else jsonb_build_object('mail', p_outcome) end
$$;
comment on function private.unsent(jsonb) is 'What an answer says of an email beside its own fields: {mail}, where it does not leave now.';

create function private.plain_data(p_kind text, p_data jsonb) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select case when k.wordless then p_data || case when p_data ? 'page' then '{"page": "/"}' else '{}' end::jsonb
    else jsonb_strip_nulls(jsonb_build_object('plain', true, 'link', p_data -> 'link', 'reference', p_data -> 'reference',
      'lead', jsonb_build_object('id', p_data #> '{lead,id}', 'kind', p_data #> '{lead,kind}', 'account', p_data #> '{lead,account}'))) end
  from private.mail_kinds k where k.kind = p_kind
$$;
comment on function private.plain_data(text, jsonb) is
  'What an email to an address that nobody has proven may show: that there is news, and the link. No word that a visitor typed.';

create function private.limit_acts() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.rate_limit(tg_argv[0], new.lead_id || ':' || new.artist_id, case tg_argv[0]
    when 'proposal' then private.setting_int('proposal_limit') else private.setting_int('completion_limit') end, interval '1 day');
  return new;
end
$$;
comment on function private.limit_acts() is
  'So many times a day an artist changes a proposal, and the two sides say that a wall is painted, or that it is not.';

create trigger proposals_limit before insert on public.proposals for each row execute function private.limit_acts('proposal');

create trigger assignment_events_limit before insert on public.assignment_events
  for each row when (new.event in ('complete', 'dispute', 'undo_complete')) execute function private.limit_acts('completion');

-- An email fails for good only when its server refuses it. What a server says about us (quota, sender, password), or that
-- it is down, says nothing about the email: it waits for five days (RFC 5321, section 4.5.4.1) and admins see that it waits.
create function private.keep_mails(p_ids bigint[], p_seconds int) returns void
  language sql security definer set search_path = '' as $$
  update private.mails m set leased_until = v.at, next_attempt_at = v.at
  from (select private.lease_end(p_seconds) as at) v
  where m.id = any (p_ids[1:100]) and m.state = 'leased'
$$;
comment on function private.keep_mails(bigint[], int) is
  'Keeps leased emails with their worker for so many seconds more: a server may take ten minutes to answer. Secret key only.';

-- A status chosen in the artist's list is sometimes a slip: its email waits a minute, and choosing another status drops it.
create function private.delete_status_mail(p_lead uuid, p_artist uuid, p_status text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_key text := p_lead || ':' || p_artist;
  v_events text[] := case p_status
    when 'new' then array['request_answered:' || v_key, 'request_completed:' || v_key]
    when 'in_review' then array['request_completed:' || v_key]
    else '{}' end;
  v_since timestamptz := now() - make_interval(secs => private.setting_int('mail_status_seconds'));
begin
  delete from private.mails m where m.event = any (v_events) and m.state = 'waiting' and m.attempts = 0 and m.created_at > v_since;
  delete from public.notices n where n.event = any (v_events) and n.read_at is null and n.created_at > v_since;
end
$$;
comment on function private.delete_status_mail(uuid, uuid, text) is
  'Takes the email about a status back that was chosen before p_status, with its notification, while it has not left.';

-- A clock that was ahead and is set right leaves times behind that would hold an email for as long as it was ahead. A lease
-- and the wait after a failure are shorter than an hour, so what lies later is from such a clock; and an email that is to
-- come was written by it: only its limits (mail_limits, digests) hold one for longer.
create function private.mail_of_fast_clock(p_passed bigint[]) returns private.mails
  language plpgsql security definer set search_path = '' as $$
declare
  v_mail private.mails;
begin
  select m.* into v_mail from private.mails m
    where m.state in ('waiting', 'leased') and m.attempts > 0 and m.next_attempt_at > now() + interval '61 minutes' and m.id <> all (p_passed)
    order by m.next_attempt_at, m.id limit 1 for update skip locked;
  if not found then
    select m.* into v_mail from private.mails m
      where m.state in ('waiting', 'leased') and m.attempts = 0 and m.created_at > now() + interval '1 minute'
        and m.next_attempt_at <= m.created_at + interval '61 minutes' and m.id <> all (p_passed)
      order by m.created_at, m.id limit 1 for update skip locked;
  end if;
  return v_mail;
end
$$;
comment on function private.mail_of_fast_clock(bigint[]) is
  'An email that waits for a time which only a clock that was ahead can have stored, and is due, therefore; null for none.';

-- Emails about accounts are among the few that an address gets before anybody has proven to read it. Who asked for one
-- waits for it, so it leaves at once or not at all.
create function private.room_for_account_mail(p_email text) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := (select u.id from auth.users u where lower(u.email) = lower(p_email));
begin
  if private.is_known_recipient(v_user, p_email) then return true; end if;
  insert into private.unproven_mailboxes as m (mailbox_hash) values (private.address_hash(private.mailbox(p_email)))
    on conflict (mailbox_hash) do update set emails = m.emails + 1
      where m.emails <= private.setting_int('mail_unproven_limit');
  return found;
end
$$;
comment on function private.room_for_account_mail(text) is
  'Takes one of the few emails for a mailbox that nobody has proven; everybody else has room. The embedded backend asks before it emails about an account; a hosted project has limits of its own.';
