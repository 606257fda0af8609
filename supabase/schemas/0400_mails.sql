-- Emails: kinds, outbox and delivery.

-- The outbox of mails: one row for each event and recipient, written in the transaction of the event and worked by the
-- product's process. A row says whom and about what; what the mail shows is read when it is sent, so that it shows
-- nothing that was hidden or erased since.
create table private.mail_kinds (
  kind text primary key check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  -- Not about the recipient's own request or account: it carries a link that ends such mails (RFC 8058).
  optional boolean not null default false,
  -- Anybody can cause it by typing another person's address.
  by_anybody boolean not null default false,
  -- Nothing may be kept of whom it went to.
  forgotten boolean not null default false,
  linked boolean not null default false,
  -- What people choose about. src/features/notifications/notices.ts has a name for each.
  topic text check (topic ~ '^[a-z]+$'),
  -- Shows itself in the product too, to who has an account.
  notice boolean not null default false,
  -- Nobody else's words are in it.
  wordless boolean not null default false,
  -- One a day at most, or the operator's own act: no limit for each recipient is needed.
  counted boolean not null default true,
  -- A right hangs on it: it never waits behind others, and what is too much is late and not lost.
  owed boolean not null default false,
  constraint mail_kinds_told_somewhere check (topic is null or notice)
);
comment on table private.mail_kinds is
  'Every kind of mail. src/mail/templates.ts has a template for each, src/features/notifications/notices.ts a title for each notice; tests hold them against each other.';
comment on column private.mail_kinds.linked is 'It carries the link that opens the request, which private.mail_data adds when it leaves.';

insert into private.mail_kinds (kind, topic, notice, optional, by_anybody, forgotten, linked, wordless, counted)
select k, m.topic, 'notice' = any (m.flags), 'optional' = any (m.flags), 'by_anybody' = any (m.flags), 'forgotten' = any (m.flags),
  'linked' = any (m.flags), 'wordless' = any (m.flags), 'uncounted' <> all (m.flags)
from (values
  ('admin', '{notice,optional}'::text[], '{claim_waiting,conversation_reported,lead_held,lead_released,paper_sent,picture_reported,
    request_unmatched}'::text[]),
  ('leads', '{notice,optional}', '{lead_accepted,lead_agreed,lead_agreement_change,lead_agreement_ended,lead_agreement_signed,
    lead_asked_again,lead_called_off,lead_completed,lead_disputed,lead_message,lead_passed,lead_payment_disputed,lead_payment_reported,
    lead_proposal_declined,lead_received,lead_review_hidden,lead_reviewed,lead_sketch_approved,lead_sketch_changes,
    lead_sketch_reopened,lead_sketch_round,lead_wants_agreement,request_line_added,request_withdrawn}'),
  ('reminders', '{notice,optional}', '{lead_expired,lead_waiting}'),
  ('requests', '{notice,optional}', '{request_agreement_ended,request_agreement_offered,request_called_off,request_declined,
    request_disputed,request_expired,request_message,request_payment_asked,request_payment_disputed,request_payment_received,
    request_payment_reminder,request_payment_waived,request_proposal,request_replied,request_review_hidden,request_sketch,
    request_sketch_reopened,request_sketch_round}'),
  ('requests', '{notice}', '{request_answered,request_assigned,request_completed}'),
  ('requests', '{notice,linked,by_anybody}', '{request_waiting}'),
  (null, '{notice}', '{claim_accepted,claim_refused,lead_agreement_in_force,mural_hidden,paper_refused,picture_taken_down}'),
  (null, '{notice,wordless}', '{paper_checked,paper_ending}'),
  (null, '{notice,uncounted}', '{lead_copy_kept}'),
  (null, '{notice,linked}', '{request_agreement_in_force}'),
  (null, '{notice,linked,uncounted}', '{request_copy_kept}'),
  (null, '{notice,linked,by_anybody}', '{request_confirmed}'),
  (null, '{linked,by_anybody}', '{request_link}'),
  (null, '{linked,by_anybody,wordless}', '{request_address_change}'),
  (null, '{linked,wordless}', '{request_signing_code}'),
  (null, '{linked,wordless,forgotten,uncounted}', '{request_acted}'),
  (null, '{wordless}', '{artist_invited,artist_welcome}'),
  (null, '{wordless,by_anybody}', '{claim_check,newsletter_confirm,report_decided}'),
  (null, '{wordless,uncounted}', '{artist_acted}'),
  (null, '{wordless,forgotten,uncounted}', '{account_deleted}'),
  (null, '{wordless,optional,uncounted}', '{newsletter_issue}'),
  (null, '{optional,uncounted}', '{digest}')
) m (topic, flags, kinds), unnest(m.kinds) k;

update private.mail_kinds set owed = true
  where kind ~ '_(signing_code|acted|address_change|agreement_in_force|agreement_ended|called_off|disputed|deleted)$';

create table private.mails (
  id bigint generated always as identity primary key,
  kind text not null references private.mail_kinds (kind),
  -- What caused it: one email an event and recipient.
  event text not null,
  user_id uuid references auth.users (id) on delete cascade,
  -- Where to, of a person without an account; with one, instead of the account's address.
  address text check (private.valid_email(address) and char_length(address) <= 255),
  recipient text not null generated always as (coalesce(user_id::text, lower(address))) stored,
  lead_id uuid references public.lead_records (id) on delete cascade,
  artist_id uuid references public.artists (id) on delete cascade,
  -- What its template shows, without links.
  payload jsonb not null default '{}' check (not payload ? 'link'),
  -- The Message-ID: the same for every attempt.
  message_id uuid not null unique default gen_random_uuid(),
  state text not null default 'waiting' check (state in ('waiting', 'leased', 'sent', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- Until when a worker has it.
  leased_until timestamptz,
  answer text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  settled_at timestamptz,
  first_tried_at timestamptz,
  locale text not null default 'en' check (locale in ('en', 'es')),
  unique (event, recipient)
);
comment on table private.mails is
  'Emails that wait, are being sent, are sent or have failed for good; kept for 90 days. answer is what the server said last, or why nothing was sent. Links are not in it: private.mail_data adds them.';
comment on column private.mails.settled_at is 'When an admin said that nothing is to be done about a mail that has failed.';
create index mails_due_idx on private.mails (next_attempt_at, id) where state in ('waiting', 'leased');
create index mails_tried_idx on private.mails (next_attempt_at, id) where state in ('waiting', 'leased') and attempts > 0;
create index mails_failed_idx on private.mails (id) where state = 'failed';
create index mails_created_idx on private.mails (created_at);
create index mails_kind_idx on private.mails (kind, recipient, created_at);
create index mails_user_idx on private.mails (user_id);
create index mails_lead_idx on private.mails (lead_id);
create index mails_artist_idx on private.mails (artist_id);

create function private.notify_process() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end
$$;
comment on function private.notify_process() is 'Wakes who listens to the channel that a trigger names. Without a payload: they look for themselves.';

create trigger mails_notify after insert on private.mails
  for each statement execute function private.notify_process('mails');
-- Where emails are files, some have no row any more.
create trigger mails_tell_gone after delete on private.mails
  for each row when (old.state in ('leased', 'sent')) execute function private.notify_process('mails_gone');

create function private.mail_locale(p_topic text, p_user uuid, p_lead uuid) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_lead public.lead_records;
begin
  -- Admins work in English.
  if p_topic = 'admin' then return 'en'; end if;
  if p_user is not null then return private.account_locale(p_user); end if;
  select * into v_lead from public.lead_records l where l.id = p_lead;
  return case when v_lead.created_by_user is not null then private.account_locale(v_lead.created_by_user) else coalesce(v_lead.locale, 'en') end;
end
$$;
comment on function private.mail_locale(text, uuid, uuid) is
  'In which language an email is written: that of its account, or of the account of its request; a guest''s is that of the request.';

create function private.write_mail(
  p_kind text, p_key text, p_user uuid, p_address text default null, p_lead uuid default null, p_artist uuid default null,
  p_payload jsonb default '{}', p_due timestamptz default now(), p_locale text default null
) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_kind private.mail_kinds;
  v_mode text;
begin
  select * into v_kind from private.mail_kinds k where k.kind = p_kind;
  if p_user is not null and v_kind.notice then
    v_mode := private.notice_mode(p_user, v_kind.topic);
    insert into public.notices (user_id, kind, event, lead_id, artist_id, read_at, digest_at)
      values (p_user, p_kind, p_kind || ':' || p_key, p_lead, p_artist,
        -- What people did themselves is no news to them.
        case when p_user = auth.uid() then now() end,
        case when v_mode = 'daily' then private.next_digest_of(p_user) end)
      on conflict do nothing;
    -- Told before, in the way that was chosen then.
    if not found or v_mode <> 'at_once' then return; end if;
  end if;
  insert into private.mails (kind, event, user_id, address, lead_id, artist_id, payload, next_attempt_at, locale)
    values (p_kind, p_kind || ':' || p_key, p_user, p_address, p_lead, p_artist, p_payload, p_due,
      coalesce(p_locale, private.mail_locale(v_kind.topic, p_user, p_lead)))
    on conflict (event, recipient) do nothing;
end
$$;
comment on function private.write_mail(text, text, uuid, text, uuid, uuid, jsonb, timestamptz, text) is
  'Notes an email to an account or an address, once for each event (kind and key). p_locale is for who is neither an account nor of a request. Its limits are private.limit_mail''s.';

create function private.mail_side(
  p_kind text, p_key text, p_lead uuid, p_artist uuid, p_payload jsonb default '{}', p_due timestamptz default now()
) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if private.is_to_client(p_kind) then
    perform private.write_mail(p_kind, p_key, l.created_by_user, c.email, p_lead, p_artist, p_payload, p_due)
      from public.lead_records l join public.lead_contacts c on c.lead_id = l.id where l.id = p_lead and not l.held;
  else
    perform private.write_mail(p_kind, p_key, a.user_id, null, p_lead, p_artist, p_payload, p_due)
      from public.artists a where a.id = p_artist and a.user_id is not null;
  end if;
end
$$;
comment on function private.mail_side(text, text, uuid, uuid, jsonb, timestamptz) is
  'Tells one side of a request with one artist: the client or the artist, whichever this kind of email is for.';

create function private.mail_admins(
  p_kind text, p_key text, p_lead uuid, p_payload jsonb default '{}', p_except uuid default null, p_artist uuid default null
) returns void
  language sql security definer set search_path = '' as $$
  select private.write_mail(p_kind, p_key, r.user_id, null, p_lead, p_artist, p_payload)
  from public.user_roles r where r.role = 'admin' and r.user_id is distinct from p_except
$$;
comment on function private.mail_admins(text, text, uuid, jsonb, uuid, uuid) is 'Notes a mail to every admin, or to all but one.';

-- What is done beside people's calls (emails, photos of imports, chores) is leased, tried again and noted by one rule.
create function private.retry_after(p_attempts int) returns interval
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return least(interval '30 seconds' * power(2, least(p_attempts, 20) - 1), interval '15 minutes');
end
$$;
comment on function private.retry_after(int) is 'How long what has failed so many times waits for its next try: 30 seconds, doubled each time, at most 15 minutes.';

create function private.lease_end(p_seconds int) returns timestamptz
  language sql stable set search_path = '' as $$
  select now() + make_interval(secs => least(greatest(coalesce(p_seconds, 60), 1), 3600))
$$;
comment on function private.lease_end(int) is 'Until when what is leased for so many seconds is its worker''s; after that it is due again.';

create function private.noted_problem(p_text text) returns text
  language sql immutable set search_path = '' as $$
  select left(regexp_replace(p_text, '[[:cntrl:]]+', ' ', 'g'), 500)
$$;
comment on function private.noted_problem(text) is 'An answer or a problem as it is kept: one line of at most 500 characters.';

create function private.hold_for_mail(p_mail private.mails) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  -- A client who erases one of these waits for this email already, so nothing here waits for them.
  perform from auth.users u where u.id = p_mail.user_id for key share skip locked;
  if not found and p_mail.user_id is not null then return false; end if;
  -- Nor while its client leaves, who would not see the link that is made for it.
  perform from public.lead_records l where l.id = p_mail.lead_id for share skip locked;
  if not found and p_mail.lead_id is not null then return false; end if;
  perform from public.artists a where a.id = p_mail.artist_id for key share skip locked;
  return found or p_mail.artist_id is null;
end
$$;
comment on function private.hold_for_mail(private.mails) is
  'Keeps what an email is about, and whose it is, until the transaction ends; false where one of them is being erased, and the email with it, or something else is done about its request: it is due again at once.';

create function private.lease_mails(p_limit int, p_seconds int)
  returns table (id bigint, kind text, message_id uuid, address text, optional boolean, forgotten boolean, attempts int, locale text, data jsonb)
  language plpgsql security definer rows 20 set search_path = '' as $$
declare
  v_mail private.mails;
  v_data jsonb;
  v_address text;
  -- One by one: what cannot be sent makes room for another.
  v_left int := least(greatest(coalesce(p_limit, 1), 1), 100);
  v_passed bigint[] := '{}';
begin
  -- One worker after the other: the links that two make for their emails they would wait for in opposite orders.
  perform pg_advisory_xact_lock(hashtextextended('lease_mails', 0));
  while v_left > 0 loop
    select m.* into v_mail from private.mails m
      where m.state in ('waiting', 'leased') and m.id <> all (v_passed) and m.next_attempt_at <= now()
      order by m.next_attempt_at, m.id limit 1 for update skip locked;
    if not found then
      v_mail := private.mail_of_fast_clock(v_passed);
      exit when v_mail.id is null;
    end if;
    if not private.hold_for_mail(v_mail) then
      v_passed := v_passed || v_mail.id;
      continue;
    end if;
    v_data := private.mail_data(v_mail);
    v_address := coalesce(v_mail.address, (select nullif(u.email, '') from auth.users u where u.id = v_mail.user_id));
    if v_data is null then
      delete from private.mails m where m.id = v_mail.id;
    -- Without an answer in 100 tries, each of them ended its worker.
    elsif v_address is null or (v_mail.attempts >= 100 and v_mail.answer is null) then
      update private.mails m
        set state = 'failed', leased_until = null,
          answer = coalesce(m.answer, case when v_address is null then 'The account has no address.' else 'It was begun 100 times and never ended.' end)
        where m.id = v_mail.id;
    else
      update private.mails m
        set state = 'leased', attempts = m.attempts + 1, first_tried_at = coalesce(m.first_tried_at, now()), leased_until = v.at, next_attempt_at = v.at
        from (select private.lease_end(p_seconds) as at) v
        where m.id = v_mail.id;
      return query select v_mail.id, v_mail.kind, v_mail.message_id, v_address, k.optional, k.forgotten, v_mail.attempts + 1, v_mail.locale, v_data
        from private.mail_kinds k where k.kind = v_mail.kind;
      v_left := v_left - 1;
    end if;
  end loop;
end
$$;
comment on function private.lease_mails(int, int) is
  'Takes mails that are due, the oldest first, with what their templates need, and gives each to one worker for so many seconds; one whose lease ran out is due again. What is about something that is gone is dropped. Secret key only.';

create function private.finish_mail(p_id bigint, p_ok boolean, p_answer text default null, p_permanent boolean default false) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_mail private.mails;
begin
  update private.mails m
    set state = case when p_ok then 'sent'
        when p_permanent or (m.attempts >= 100 and m.created_at < now() - interval '5 days') then 'failed'
        else 'waiting' end,
      next_attempt_at = now() + private.retry_after(m.attempts),
      leased_until = null,
      answer = private.noted_problem(p_answer),
      sent_at = case when p_ok then now() end
    -- A worker that took longer than its lease may still say that a mail left.
    where m.id = p_id and (m.state = 'leased' or (p_ok and m.state <> 'sent'))
    returning m.* into v_mail;
  delete from private.mails m using private.mail_kinds k
    where m.id = v_mail.id and m.state in ('sent', 'failed') and k.kind = m.kind and k.forgotten;
  return v_mail.state;
end
$$;
comment on function private.finish_mail(bigint, boolean, text, boolean) is
  'Notes what became of a leased mail: sent, failed for good, or waiting for its next try. Gives the state; null for one that nobody has leased. Secret key only.';
