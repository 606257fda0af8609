-- The link that opens a request for anyone who has it: a guest can come back, on any device. Only the
-- hash of its token is kept. The token is derived from a key that is in another table, so that the same form again is
-- answered with the same token, and so that neither table alone opens anything.
create table private.request_links (
  token_hash bytea primary key,
  lead_id uuid not null references public.lead_records (id) on delete cascade,
  nonce uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default private.clock() + interval '1 year',
  revoked_at timestamptz,
  via text not null default 'page' check (via in ('page', 'email')),
  -- The mailbox that it was emailed to.
  address_hash bytea,
  check ((via = 'email') = (address_hash is not null))
);
comment on table private.request_links is
  'Links to requests: SHA-256 of each token, and what it was derived from besides the secret. One of each request is the browser''s, one for each address is in emails only; all work until they are revoked together.';
create index request_links_lead_idx on private.request_links (lead_id);
create index request_links_valid_idx on private.request_links (lead_id, via) where revoked_at is null;

create function private.derived_token(p_lead uuid, p_nonce uuid) returns text
  language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Without a secret the token is random: it works as well, and only the same form again is answered with another one.
  v_secret text := coalesce(private.link_secret(), gen_random_uuid()::text || gen_random_uuid()::text);
begin
  return translate(encode(private.hmac_sha256(convert_to(v_secret, 'UTF8'), uuid_send(p_lead) || uuid_send(p_nonce)), 'base64'), '+/=', '-_');
end
$$;
comment on function private.derived_token(uuid, uuid) is 'The token of a link: 32 bytes as base64url. Null without a nonce.';

create function private.token_hash(p_token text) returns bytea
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Behind a dot stands what proves the device (0243_proof.sql).
  return sha256(convert_to(split_part(p_token, '.', 1), 'UTF8'));
end
$$;
comment on function private.token_hash(text) is 'What is kept of a token.';

create function private.renew_link(p_lead uuid) returns text
  language plpgsql security definer set search_path = '' as $$
begin
  perform from public.lead_records l where l.id = p_lead for no key update;
  update private.request_links k set revoked_at = now() where k.lead_id = p_lead and k.revoked_at is null;
  -- Whom the links are taken from may have asked for it.
  delete from private.address_changes a where a.lead_id = p_lead;
  return private.link_token(p_lead, null);
end
$$;
comment on function private.renew_link(uuid) is 'Ends all links of a request, those in emails too, and gives the browser a new one.';

create function private.request_token(p_lead uuid) returns text
  language plpgsql security definer set search_path = '' as $$
begin
  -- The same form at the same instant waits here, and gets the same token.
  perform from public.lead_records l where l.id = p_lead for no key update;
  return private.link_token(p_lead, null);
end
$$;
comment on function private.request_token(uuid) is 'The token of a request for the browser that sent it. It proves nothing about the address.';

create function private.request_of_link(p_token text) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_lead uuid := private.request_by_token(p_token);
begin
  -- One answer for a wrong token, an old one, none, and one of a request that was erased.
  if v_lead is null then perform private.fail('link_refused'); end if;
  return v_lead;
end
$$;
comment on function private.request_of_link(text) is 'The request that a token opens; refuses everything else in the same words.';

create function private.with_link(p_answer jsonb) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := p_answer ->> 'id';
begin
  return p_answer || jsonb_build_object('token', private.request_token(v_lead),
    'reference', (select l.reference from public.lead_records l where l.id = v_lead));
end
$$;
comment on function private.with_link(jsonb) is 'The answer to a form, with the token and the reference of its request.';

-- A client with the link of a request can have it mailed to the address in it, to have it on another device.
create function private.mail_request_link(p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.request_of_link(p_token);
  v_email text;
  v_mail jsonb;
begin
  perform from public.lead_records l where l.id = v_lead for no key update;
  if not exists (select from public.lead_contacts c where c.lead_id = v_lead) then perform private.fail('link_refused'); end if;
  perform private.rate_limit('link_ip', private.client_ip(), private.setting_int('link_ip_limit'), interval '10 minutes');
  perform private.rate_limit('link_lead', v_lead::text, private.setting_int('link_email_limit'), interval '1 hour');
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead;
  -- A held one tells its sender nothing, as when it came. Two presses within a minute are one email.
  if not (select l.held from public.lead_records l where l.id = v_lead) then
    v_mail := private.unsent(private.mail_link(v_lead, v_email, 'own:' || v_lead || ':' || date_trunc('minute', now())));
  end if;
  return jsonb_build_object('email', v_email) || coalesce(v_mail, '{}');
end
$$;
comment on function private.mail_request_link(text) is
  'Mails the link that a token is of to the address in its request, three times an hour; the link stays valid. Gives {email}, and mail where it does not leave now, as private.mail_outcome says it.';

-- Links to requests, without a secret in the database: who has a dump has no working link. The browser that sent the
-- form and the emails about it get links of their own, so that opening an emailed one shows who reads the address.
create function private.link_secret() returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_secret text := nullif(current_setting('app.link_secret', true), '');
begin
  if v_secret is null and to_regclass('vault.decrypted_secrets') is not null then
    execute $q$select s.decrypted_secret from vault.decrypted_secrets s where s.name = 'link_secret'$q$ into v_secret;
  end if;
  return v_secret;
end
$$;
comment on function private.link_secret() is
  'What links are derived from: a setting of the session (the embedded backend has it in keys.json), or the vault of a hosted project. No table has it; null where there is neither.';

-- What is hashed may be short: an address, six digits. With the secret in front nobody tries them all on a dump.
create function private.peppered(p_text text) returns bytea
  language plpgsql stable security definer set search_path = '' as $$
begin
  -- Limits hold also where there is no secret.
  return sha256(convert_to('pepper:' || coalesce(private.link_secret(), '') || ':' || p_text, 'UTF8'));
end
$$;
comment on function private.peppered(text) is
  'The hash of an address, a network or the id of a code, which nobody finds without the secret of links. Null without a text.';

-- On a hosted project links are derived from a secret in the vault; the embedded backend has one in keys.json.
do $$
begin
  if to_regclass('vault.decrypted_secrets') is not null then
    execute $q$select vault.create_secret(gen_random_uuid()::text || gen_random_uuid()::text, 'link_secret', 'Derives the links to requests.')
      where not exists (select from vault.decrypted_secrets s where s.name = 'link_secret')$q$;
  end if;
end
$$;

create function private.link_token(p_lead uuid, p_email text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_address bytea := private.address_hash(p_email);
  v_link private.request_links;
  v_token text;
  v_nonce uuid := gen_random_uuid();
begin
  for v_link in
    select * from private.request_links k
    where k.lead_id = p_lead and k.revoked_at is null and k.expires_at > private.clock() and k.address_hash is not distinct from v_address
    order by k.created_at desc limit 3
  loop
    v_token := private.derived_token(p_lead, v_link.nonce);
    if v_link.token_hash = private.token_hash(v_token) then return v_token; end if;
  end loop;
  -- Beside those that are out: one that was derived from another secret keeps working.
  v_token := private.derived_token(p_lead, v_nonce);
  insert into private.request_links (token_hash, lead_id, nonce, via, address_hash)
    values (private.token_hash(v_token), p_lead, v_nonce, case when p_email is null then 'page' else 'email' end, v_address);
  return v_token;
end
$$;
comment on function private.link_token(uuid, text) is
  'The token of a request for the browser (without an address) or for emails to an address; makes one where there is none.';

create function private.is_to_client(p_kind text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.mail_kinds k where k.kind = p_kind and (k.linked or k.topic = 'requests'));
end
$$;
comment on function private.is_to_client(text) is 'Whether a kind of email is about a client''s own request, which it links to.';

create function private.rotate_request_link(p_token text default null, p_lead uuid default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_by_admin boolean := p_token is null and private.is_admin();
  v_lead uuid := case when v_by_admin
    then (select c.lead_id from public.lead_contacts c where c.lead_id = p_lead) else private.own_request(p_token, p_lead) end;
  v_token text;
begin
  perform from public.lead_records l where l.id = v_lead for no key update;
  -- Also where the client was erased while this waited.
  if not exists (select from public.lead_contacts c where c.lead_id = v_lead) then perform private.fail('link_refused'); end if;
  perform private.rate_limit('link_rotated', v_lead::text, private.setting_int('link_email_limit'), interval '1 hour');
  -- A held one was never emailed a link, and does not tell that it is held.
  if not (select l.held from public.lead_records l where l.id = v_lead) and private.mail_link(v_lead,
      (select c.email from public.lead_contacts c where c.lead_id = v_lead), 'new:' || gen_random_uuid()) ->> 'state' <> 'sent' then
    perform private.fail('link_not_mailed');
  end if;
  v_token := private.renew_link(v_lead);
  perform private.audit('request.link_rotated', v_lead);
  -- An admin never acts as the client.
  return case when v_by_admin then '{}'::jsonb else jsonb_build_object('token', v_token) end;
end
$$;
comment on function private.rotate_request_link(text, uuid) is
  'Ends all links of a request and emails a new one, for its page, its account, or an admin: {token}, which an admin does not get. Ends none where the email cannot leave now.';

-- A link that only an email had is opened: the person reads that address. The page asks by POST; a GET runs nothing that writes.
create function private.note_opened(p_token text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := (
    select k.lead_id from private.request_links k join public.lead_contacts c on c.lead_id = k.lead_id
    where k.token_hash = private.token_hash(p_token) and k.revoked_at is null and k.expires_at > private.clock()
      -- Not where the address was corrected since.
      and k.address_hash = private.address_hash(c.email));
begin
  if v_lead is not null then perform private.prove_request(v_lead); end if;
  update private.address_changes a set confirmed_at = private.clock() from private.request_links k
    where k.token_hash = private.token_hash(p_token) and k.revoked_at is null and k.expires_at > private.clock()
      and a.lead_id = k.lead_id and private.address_hash(a.email) = k.address_hash and a.confirmed_at is null;
end
$$;
comment on function private.note_opened(text) is 'Notes that the emailed link of a request was opened, of its address or the one it is to have. The browser''s own proves nothing.';
