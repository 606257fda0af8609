-- Who sent a request, as far as anybody has proven it. What counts in public needs people who are not made up: an
-- address counts once the link that was emailed to it was opened, or once its account is confirmed. The token that a
-- form answers with proves nothing.
create table private.request_senders (
  lead_id uuid primary key references public.lead_records (id) on delete cascade,
  -- One mailbox is one person, however its address is spelled.
  address_hash bytea not null,
  -- Who has a domain of their own has any number of mailboxes; null at a mail provider.
  domain_hash bytea,
  -- Null where a request did not come through the API.
  network_hash bytea,
  proven_at timestamptz,
  proven_by text check (proven_by in ('link', 'account', 'operator')),
  -- An address before this one was: the link alone changes it no more.
  was_proven boolean not null default false,
  check ((proven_at is null) = (proven_by is null))
);
comment on table private.request_senders is
  'The sender of each request, as peppered hashes: which mailbox, of which domain, from which network, and by what the address is proven. Gone with the request.';
create index request_senders_address_idx on private.request_senders (address_hash);

create function private.mailbox(p_email text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select case when split_part(v.address, '@', 2) in ('gmail.com', 'googlemail.com')
        then replace(split_part(v.address, '@', 1), '.', '') || '@gmail.com' else v.address end
    from (select regexp_replace(lower(private.clean(p_email)), '(?<=.)\+[^@]*(?=@)', '') as address) v);
end
$$;
comment on function private.mailbox(text) is 'The mailbox of an address: without what stands behind a plus sign, and without the dots that Gmail ignores.';

create table private.mail_providers (
  domain text primary key check (domain = lower(domain))
);
comment on table private.mail_providers is
  'Domains where mailboxes are given to anybody, one to a person. All mailboxes of another domain may be one person''s.';

insert into private.mail_providers (domain) values
  ('gmail.com'), ('googlemail.com'), ('outlook.com'), ('hotmail.com'), ('live.com'), ('msn.com'), ('yahoo.com'),
  ('ymail.com'), ('rocketmail.com'), ('aol.com'), ('aim.com'), ('icloud.com'), ('me.com'), ('mac.com'),
  ('privaterelay.appleid.com'), ('proton.me'), ('protonmail.com'), ('pm.me'), ('fastmail.com'), ('hey.com'),
  ('zoho.com'), ('tutanota.com'), ('tuta.com'), ('mail.com'), ('email.com'), ('gmx.com'), ('gmx.net'), ('gmx.de'),
  ('web.de'), ('duck.com'), ('yandex.com'), ('mail.ru'), ('qq.com'), ('163.com'), ('att.net'), ('sbcglobal.net'),
  ('bellsouth.net'), ('swbell.net'), ('comcast.net'), ('xfinity.com'), ('spectrum.net'), ('charter.net'), ('twc.com'),
  ('rr.com'), ('satx.rr.com'), ('austin.rr.com'), ('verizon.net'), ('cox.net'), ('earthlink.net'), ('frontier.com'),
  ('frontiernet.net'), ('windstream.net'), ('suddenlink.net'), ('optimum.net'), ('centurylink.net'), ('gvtc.com'),
  ('grandecom.net'), ('outlook.es'), ('hotmail.es'), ('yahoo.es'), ('yahoo.com.mx'), ('hotmail.com.mx'),
  ('prodigy.net.mx');

create function private.own_domain(p_email text) returns text
  language sql stable security definer set search_path = '' as $$
  select case when not exists (select from private.mail_providers m where m.domain in (d.host, d.domain)) then d.domain end
  from (select h.host, substring(h.host from '([^.]+\.((co|com|org|net|edu|gov|ac|or|ne)\.[a-z]{2}|[^.]+))$') as domain
    from (select split_part(private.mailbox(p_email), '@', 2) as host) h) d
$$;
comment on function private.own_domain(text) is 'The domain of an address without its subdomains; null at a mail provider.';

create function private.network_hash() returns bytea
  language sql stable security definer set search_path = '' as $$
  select private.address_hash(nullif(private.client_ip(), 'unknown'))
$$;
comment on function private.network_hash() is 'The caller''s network, hashed with the pepper; null where it is not known.';

create function private.is_api_caller() returns boolean
  language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role', 'postgres') in ('anon', 'authenticated')
$$;
comment on function private.is_api_caller() is 'Whether a visitor or an account is calling, and not the operator or an import.';

create function private.note_sender() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  v_email text := (select c.email from public.lead_contacts c where c.lead_id = v_lead);
  -- Accounts and requests that one person makes up count nothing in public. Without a mail server who signs up has an
  -- account at once, with any address; the embedded backend notes that, and the link of an email proves such a sender as
  -- it proves a guest. What the operator made is known to be its owner's.
  v_account text := (select u.email from public.lead_records l join auth.users u on u.id = l.created_by_user
    where l.id = v_lead and u.email <> '' and u.email_confirmed_at is not null
      and (u.confirmation_sent_at is not null or not coalesce(u.raw_app_meta_data ? 'unproven', false)));
  v_by text := case when v_account is not null then 'account' when not private.is_api_caller() then 'operator' end;
begin
  if v_email is null and v_by is distinct from 'operator' then return null; end if;
  insert into private.request_senders as s (lead_id, address_hash, domain_hash, network_hash, proven_at, proven_by)
    -- Of whom the operator brings in without an address, each is a person.
    values (v_lead, coalesce(private.address_hash(private.mailbox(coalesce(v_account, v_email))), sha256(uuid_send(v_lead))),
      private.address_hash(private.own_domain(coalesce(v_account, v_email))),
      case when private.is_api_caller() then private.network_hash() end, case when v_by is not null then private.clock() end, v_by)
    on conflict (lead_id) do update
      set address_hash = excluded.address_hash, domain_hash = excluded.domain_hash, proven_at = excluded.proven_at, proven_by = excluded.proven_by
      where s.address_hash <> excluded.address_hash or s.proven_by is null;
  return null;
end
$$;
comment on function private.note_sender() is
  'Notes who sent a request. A corrected address has to be proven anew; the account that sent it is proven already, and what the operator brings in counts as looked at.';

create trigger lead_contacts_sender after insert or update of email on public.lead_contacts
  for each row execute function private.note_sender('lead_id');
create trigger lead_records_sender after insert on public.lead_records
  for each row execute function private.note_sender('id');
create trigger lead_records_sender_adopted after update of created_by_user on public.lead_records
  for each row when (new.created_by_user is not null and old.created_by_user is distinct from new.created_by_user)
  execute function private.note_sender('id');

create function private.prove_request(p_lead uuid) returns void
  language sql security definer set search_path = '' as $$
  update private.request_senders s set proven_at = private.clock(), proven_by = 'link'
    where s.lead_id = p_lead and s.proven_by is distinct from 'link'
$$;
comment on function private.prove_request(uuid) is
  'The link that was emailed to the present address of a request was opened. Its caller has looked at that link.';

create function private.is_request_proven(p_lead uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.request_senders s where s.lead_id = p_lead and s.proven_at is not null);
end
$$;
comment on function private.is_request_proven(uuid) is 'Whether the sender of a request has proven who they are.';

create function private.is_proven_address(p_email text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.request_senders s
      where s.address_hash = private.address_hash(private.mailbox(p_email)) and s.proven_by = 'link')
    -- Without a mail server an account is there at once, as in proven_email.
    or exists (select from auth.users u where lower(u.email) = lower(private.clean(p_email))
      and u.email_confirmed_at is not null and u.confirmation_sent_at is not null);
end
$$;
comment on function private.is_proven_address(text) is
  'Whether a person has shown that they read the mail of an address: by a link to a request, or by confirming an account.';

-- An admin deletes what is spam among held requests, one or all; for a day that can be undone. What
-- nobody looks at for 30 days goes by itself. Until then it is closed (withdrawn_at), so that nothing waits for it.
create function private.delete_held_requests(p_leads uuid[] default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
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
comment on function private.delete_held_requests(uuid[]) is
  'Deletes held requests, all of them without p_leads; they are gone a day later. Gives their ids. Admins only.';

create function private.keep_held_requests(p_leads uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.lead_records l set withdrawn_at = null where l.held and l.withdrawn_at is not null and l.id = any (p_leads);
  perform private.audit('lead.kept', l) from unnest(p_leads) l;
end
$$;
comment on function private.keep_held_requests(uuid[]) is 'Takes the deletion of held requests back, within a day. Admins only.';

-- What artists ask of themselves, from their account or mailbox, is no work for a client.
create function private.mailboxes_of_artist(p_artist uuid) returns bytea[]
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select array(select private.address_hash(private.mailbox(x.email)) from (
      select c.email from public.artist_contacts c where c.artist_id = p_artist
      union select u.email from public.artists a join auth.users u on u.id = a.user_id where a.id = p_artist) x
      where x.email <> ''));
end
$$;
comment on function private.mailboxes_of_artist(uuid) is 'The mailboxes of an artist, as peppered hashes: what comes from these is from themselves.';
