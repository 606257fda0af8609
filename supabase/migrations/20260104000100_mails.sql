-- The outbox of mails: one row for each event and recipient, written in the transaction of the event and worked by the
-- product's process. A row says whom and about what; what the mail shows is read when it is sent, so that it shows
-- nothing that was hidden or erased since.
create table private.mail_kinds (
  kind text primary key check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  -- Not about the recipient's own request or account: it carries a link that ends such mails (RFC 8058).
  optional boolean not null default false,
  -- Anybody can cause it by typing somebody's address.
  by_anybody boolean not null default false,
  -- Nothing may be kept of whom it went to.
  forgotten boolean not null default false
);
alter table private.mail_kinds enable row level security;
comment on table private.mail_kinds is
  'Every kind of mail. src/mail/templates.ts has a template for each; a test holds the two against each other.';

insert into private.mail_kinds (kind, optional, by_anybody, forgotten) values
  ('lead_received', true, false, false),
  ('request_confirmed', false, true, false),
  ('request_assigned', false, false, false),
  ('request_unmatched', true, false, false),
  ('request_answered', false, false, false),
  ('request_completed', false, false, false),
  ('lead_held', true, false, false),
  ('lead_released', true, false, false),
  ('artist_welcome', false, false, false),
  ('account_deleted', false, false, true);

create table private.mails (
  id bigint generated always as identity primary key,
  kind text not null references private.mail_kinds (kind),
  event text not null,
  user_id uuid references auth.users (id) on delete cascade,
  -- Where to, of somebody without an account; with one, instead of the account's address.
  address text check (private.valid_email(address) and char_length(address) <= 255),
  recipient text not null generated always as (coalesce(user_id::text, lower(address))) stored,
  lead_id uuid references public.lead_records (id) on delete cascade,
  artist_id uuid references public.artists (id) on delete cascade,
  payload jsonb not null default '{}',
  message_id uuid not null unique default gen_random_uuid(),
  state text not null default 'waiting' check (state in ('waiting', 'leased', 'sent', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  answer text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (event, recipient)
);
alter table private.mails enable row level security;
comment on table private.mails is
  'Mails that wait, are being sent, are sent or have failed for good; kept for 90 days. answer is what the server said last. payload.link, a secret, is dropped once the mail is sent.';
create index mails_due_idx on private.mails (next_attempt_at, id) where state in ('waiting', 'leased');
create index mails_failed_idx on private.mails (id) where state = 'failed';
create index mails_created_idx on private.mails (created_at);
create index mails_kind_idx on private.mails (kind, recipient, created_at);
create index mails_user_idx on private.mails (user_id);
create index mails_lead_idx on private.mails (lead_id);
create index mails_artist_idx on private.mails (artist_id);

create function private.tell_mails() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('mails', '');
  return null;
end
$$;
comment on function private.tell_mails() is 'Wakes the worker. Without a payload: it leases what is due.';
create trigger mails_tell after insert on private.mails
  for each statement execute function private.tell_mails();

comment on table private.settings is
  'Operator settings. client_ip_header, media_origin, lead_ip_limit, lead_user_limit, lead_total_limit, lead_min_elapsed_ms, mail_address_limit, mail_choice_seconds, webhook_url, webhook_secret, pepper.';

create function private.write_mail(
  p_kind text, p_key text, p_user uuid, p_address text default null, p_lead uuid default null, p_artist uuid default null,
  p_payload jsonb default '{}', p_due timestamptz default now()
) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_limit int := private.setting_int('mail_address_limit', 10);
  v_over boolean := false;
begin
  if (select k.by_anybody from private.mail_kinds k where k.kind = p_kind) then
    v_over := v_limit <= (
      select count(*) from private.mails m
      where m.kind = p_kind and m.recipient = coalesce(p_user::text, lower(p_address)) and m.created_at > now() - interval '1 hour');
  end if;
  insert into private.mails (kind, event, user_id, address, lead_id, artist_id, payload, next_attempt_at, state, answer)
    values (p_kind, p_kind || ':' || p_key, p_user, p_address, p_lead, p_artist, p_payload, p_due,
      case when v_over then 'failed' else 'waiting' end,
      case when v_over then 'Not sent: this address had its share of such mails within the hour.' end)
    on conflict (event, recipient) do nothing;
end
$$;
comment on function private.write_mail(text, text, uuid, text, uuid, uuid, jsonb, timestamptz) is
  'Notes a mail to an account or an address, once for each event (kind and key). A kind that strangers can cause has a limit for each recipient; what is beyond shows itself to admins.';

create function private.mail_admins(p_kind text, p_key text, p_lead uuid, p_payload jsonb default '{}', p_except uuid default null) returns void
  language sql security definer set search_path = ''
as $$
  select private.write_mail(p_kind, p_key, r.user_id, null, p_lead, null, p_payload)
  from public.user_roles r where r.role = 'admin' and r.user_id is distinct from p_except
$$;
comment on function private.mail_admins(text, text, uuid, jsonb, uuid) is 'Notes a mail to every admin, or to all but one.';

create function private.mail_data(p_mail private.mails) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_data jsonb := p_mail.payload;
begin
  if p_mail.lead_id is not null then
    -- Who asked is not among it: whoever may know looks at the page, which masks what the specification masks.
    v_data := v_data || (
      select jsonb_build_object('lead', jsonb_build_object('id', l.id, 'kind', l.kind, 'city', l.city,
          'project_description', l.project_description, 'mural_size', l.mural_size, 'surface_type', l.surface_type,
          'style_preference', l.style_preference, 'budget_range', l.budget_range, 'preferred_time', l.preferred_time,
          'account', l.created_by_user is not null),
        'artists', coalesce((
          select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by s.created_at, a.name)
          from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = l.id), '[]'),
        'offers', (select count(*) from private.lead_offers o join public.artists a on a.id = o.artist_id and a.public_visible
          where o.lead_id = l.id))
      from public.lead_records l
      where l.id = p_mail.lead_id and exists (select from public.lead_contacts c where c.lead_id = l.id)
        and (p_mail.artist_id is null or exists (
          select from public.lead_assignments s where s.lead_id = l.id and s.artist_id = p_mail.artist_id)));
  end if;
  if p_mail.artist_id is not null then
    v_data := v_data || (
      select jsonb_build_object('artist', jsonb_build_object('id', a.id, 'name', a.name,
        'slug', case when a.public_visible then a.slug end))
      from public.artists a where a.id = p_mail.artist_id);
  end if;
  return v_data;
end
$$;
comment on function private.mail_data(private.mails) is
  'What the mail may show, as it is now: its payload, the request without a person, who has it. Null when what it is about is gone.';

create function private.lease_mails(p_limit int, p_seconds int)
  returns table (id bigint, kind text, message_id uuid, address text, optional boolean, forgotten boolean, attempts int, data jsonb)
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mail private.mails;
  v_data jsonb;
  v_address text;
  -- One by one: what cannot be sent makes room for another.
  v_left int := least(greatest(coalesce(p_limit, 1), 1), 100);
begin
  if random() < 0.02 then delete from private.mails m where m.created_at < now() - interval '90 days'; end if;
  while v_left > 0 loop
    select m.* into v_mail from private.mails m
      where m.state in ('waiting', 'leased') and m.next_attempt_at <= now()
      order by m.next_attempt_at, m.id limit 1 for update skip locked;
    exit when not found;
    v_data := private.mail_data(v_mail);
    v_address := coalesce(v_mail.address, (select nullif(u.email, '') from auth.users u where u.id = v_mail.user_id));
    if v_data is null then
      delete from private.mails m where m.id = v_mail.id;
    elsif v_address is null or v_mail.attempts >= 100 then
      update private.mails m
        set state = 'failed', leased_until = null,
          answer = coalesce(m.answer, case when v_address is null then 'The account has no address.' else 'It was begun 100 times and never ended.' end)
        where m.id = v_mail.id;
    else
      update private.mails m
        set state = 'leased', attempts = m.attempts + 1, leased_until = v.at, next_attempt_at = v.at
        from (select now() + make_interval(secs => least(greatest(coalesce(p_seconds, 60), 1), 3600)) as at) v
        where m.id = v_mail.id
        returning m.attempts into attempts;
      id := v_mail.id;
      kind := v_mail.kind;
      message_id := v_mail.message_id;
      address := v_address;
      select k.optional, k.forgotten into optional, forgotten from private.mail_kinds k where k.kind = v_mail.kind;
      data := v_data;
      v_left := v_left - 1;
      return next;
    end if;
  end loop;
end
$$;
comment on function private.lease_mails(int, int) is
  'Takes mails that are due, the oldest first, and gives each to one worker for so many seconds; one whose lease ran out is due again. What is about something that is gone is dropped.';

create function public.lease_mails(p_limit int, p_seconds int)
  returns table (id bigint, kind text, message_id uuid, address text, optional boolean, forgotten boolean, attempts int, data jsonb)
  language sql security invoker set search_path = ''
as $$
  select * from private.lease_mails(p_limit, p_seconds)
$$;
comment on function public.lease_mails(int, int) is 'Leases mails that are due, with what their templates need. Secret key only.';

create function private.finish_mail(p_id bigint, p_ok boolean, p_answer text, p_permanent boolean) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mail private.mails;
begin
  update private.mails m
    set state = case when p_ok then 'sent' when p_permanent or m.attempts >= 100 then 'failed' else 'waiting' end,
      -- 30 s, doubled each time, at most 15 minutes: about a day until the last try.
      next_attempt_at = now() + least(interval '30 seconds' * power(2, least(m.attempts, 20) - 1), interval '15 minutes'),
      leased_until = null,
      answer = left(regexp_replace(p_answer, '[[:cntrl:]]+', ' ', 'g'), 500),
      sent_at = case when p_ok then now() end,
      payload = case when p_ok then m.payload - 'link' else m.payload end
    -- A worker that took longer than its lease may still say that a mail left.
    where m.id = p_id and (m.state = 'leased' or (p_ok and m.state <> 'sent'))
    returning m.* into v_mail;
  delete from private.mails m using private.mail_kinds k
    where m.id = v_mail.id and m.state in ('sent', 'failed') and k.kind = m.kind and k.forgotten;
  return v_mail.state;
end
$$;
comment on function private.finish_mail(bigint, boolean, text, boolean) is
  'Notes what became of a leased mail: sent, failed for good, or waiting for its next try. Gives the state; null for one that nobody has leased.';

create function public.finish_mail(p_id bigint, p_ok boolean, p_answer text default null, p_permanent boolean default false) returns text
  language sql security invoker set search_path = ''
as $$
  select private.finish_mail(p_id, p_ok, p_answer, p_permanent)
$$;
comment on function public.finish_mail(bigint, boolean, text, boolean) is 'Notes what became of a leased mail and gives its state. Secret key only.';
grant execute on function private.lease_mails(int, int), public.lease_mails(int, int),
  private.finish_mail(bigint, boolean, text, boolean), public.finish_mail(bigint, boolean, text, boolean) to service_role;
