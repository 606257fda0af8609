-- Links to requests, without a secret in the database: who has a dump has no working link. The browser that sent the
-- form and the emails about it get links of their own, so that opening an emailed one shows who reads the address.
create function private.link_secret() returns text
  language plpgsql stable security definer set search_path = ''
as $$
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

-- A hosted project keeps it in its vault; the embedded backend takes it over into keys.json at its next start.
do $$
begin
  if to_regclass('vault.decrypted_secrets') is not null then
    execute $q$select vault.create_secret(s.value, 'link_secret', 'Derives the links to requests.')
      from private.settings s where s.key = 'link_secret'
        and not exists (select from vault.decrypted_secrets v where v.name = 'link_secret')$q$;
    delete from private.settings where key = 'link_secret';
  end if;
end
$$;
comment on table private.settings is
  'Operator settings; README.md lists them under Operate. Secrets that a database dump must not have are not here: see private.link_secret.';

create or replace function private.derived_token(p_lead uuid, p_nonce uuid) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Without a secret the token is random: it works as well, and only the same form again is answered with another one.
  v_secret text := coalesce(private.link_secret(), gen_random_uuid()::text || gen_random_uuid()::text);
begin
  return translate(encode(private.hmac_sha256(convert_to(v_secret, 'UTF8'), uuid_send(p_lead) || uuid_send(p_nonce)), 'base64'), '+/=', '-_');
end
$$;

alter table private.request_links
  add column via text not null default 'page' check (via in ('page', 'email')),
  add column address_hash bytea,
  add check ((via = 'email') = (address_hash is not null));
drop index private.request_links_valid_idx;
create index request_links_valid_idx on private.request_links (lead_id, via) where revoked_at is null;
comment on table private.request_links is
  'Links to requests: SHA-256 of each token, and what it was derived from besides the secret. One of each request is the browser''s, one for each address is in emails only; all work until they are revoked together.';

create function private.link_token(p_lead uuid, p_email text) returns text
  language plpgsql security definer set search_path = ''
as $$
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

create or replace function private.request_token(p_lead uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
begin
  -- The same form at the same instant waits here, and gets the same token.
  perform from public.lead_records l where l.id = p_lead for no key update;
  return private.link_token(p_lead, null);
end
$$;
comment on function private.request_token(uuid) is 'The token of a request for the browser that sent it. It proves nothing about the address.';

create or replace function private.renew_link(p_lead uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.lead_records l where l.id = p_lead for no key update;
  update private.request_links k set revoked_at = now() where k.lead_id = p_lead and k.revoked_at is null;
  return private.link_token(p_lead, null);
end
$$;
comment on function private.renew_link(uuid) is 'Ends all links of a request, those in emails too, and gives the browser a new one.';

-- The link is added when the email leaves: no row has one.
create function private.keep_no_link() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.payload := new.payload - 'link';
  return new;
end
$$;
comment on function private.keep_no_link() is 'Keeps links out of the outbox.';
update private.mails m set payload = m.payload - 'link' where m.payload ? 'link';
create trigger mails_2_keep_no_link before insert or update of payload on private.mails
  for each row when (new.payload ? 'link') execute function private.keep_no_link();
comment on table private.mails is
  'Emails that wait, are being sent, are sent or have failed for good; kept for 90 days. answer is what the server said last, or why nothing was sent. Links are not in it: private.mail_data adds them.';

create function private.is_to_client(p_kind text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from private.mail_kinds k where k.kind = p_kind and (k.linked or k.topic = 'requests'))
$$;
comment on function private.is_to_client(text) is 'Whether a kind of email is about a client''s own request, which it links to.';

alter function private.mail_data(private.mails) rename to mail_content;
comment on function private.mail_content(private.mails) is 'What an email may show, whoever it goes to. Null when what it is about is gone, or is so no more.';

create function private.mail_data(p_mail private.mails) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_to text := coalesce(p_mail.address, (select nullif(u.email, '') from auth.users u where u.id = p_mail.user_id));
  v_data jsonb := private.mail_content(p_mail);
begin
  if v_data is not null and p_mail.lead_id is not null and v_to is not null and private.is_to_client(p_mail.kind) then
    v_data := v_data || jsonb_build_object('link', private.request_path(private.link_token(p_mail.lead_id, v_to)));
  end if;
  return v_data;
end
$$;
comment on function private.mail_data(private.mails) is 'What an email shows to its recipient: its content, and the link of their own request.';

-- Whoever knows an address can ask for its links, so asking ends none.
create or replace function private.mail_link(p_lead uuid, p_email text, p_token text default null) returns void
  language sql security definer set search_path = ''
as $$
  select private.write_mail('request_link', gen_random_uuid()::text, null, p_email, p_lead)
$$;
comment on function private.mail_link(uuid, text, text) is 'Notes an email with the link of a request, which it gets when it leaves: p_token, of earlier releases, is kept nowhere.';

create or replace function private.renew_request_link(p_email text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_email text := lower(private.clean(p_email));
  v_lead uuid;
begin
  perform private.check_person('-', v_email, null);
  perform private.hit('link_ip', private.client_ip(), private.setting_int('link_ip_limit', 10), interval '10 minutes');
  -- Counted whether or not the address is known. Whoever is beyond has the emails of this hour.
  if private.hit('link_email', v_email, 1000000000, interval '1 hour') <= private.setting_int('link_email_limit', 3) then
    begin
      for v_lead in
        select l.id from public.lead_contacts c join public.lead_records l on l.id = c.lead_id
        where lower(c.email) = v_email and l.withdrawn_at is null
        order by l.created_at desc, l.id limit 3
      loop
        perform private.mail_link(v_lead, v_email);
      end loop;
      if not found then
        -- The same work, undone: how long an answer takes tells nothing.
        perform private.mail_link(null, v_email);
        raise sqlstate 'ZZ001';
      end if;
    exception when sqlstate 'ZZ001' then
      null;
    end;
  end if;
  return jsonb_build_object('ok', true);
end
$$;
comment on function private.renew_request_link(text) is
  'Emails the links of the newest 3 requests of an address; no link ends. The answer does not tell whether the address is known; limited for each caller, silently for each address.';
comment on function public.renew_request_link(text) is 'Emails the links of the requests of an address: {ok}, whether or not there are any. No link ends.';

create or replace function private.mail_request_link(p_token text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.lead_of_link(p_token);
  v_email text;
begin
  perform private.hit('link_ip', private.client_ip(), private.setting_int('link_ip_limit', 10), interval '10 minutes');
  perform private.hit('link_lead', v_lead::text, private.setting_int('link_email_limit', 3), interval '1 hour');
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead;
  -- A held one tells its sender nothing, as when it came. Two presses within a minute are one email.
  if not (select l.held from public.lead_records l where l.id = v_lead) then
    perform private.write_mail('request_link', 'own:' || v_lead || ':' || date_trunc('minute', now()), null, v_email, v_lead);
  end if;
  return jsonb_build_object('email', v_email);
end
$$;

create function private.rotate_request_link(p_token text, p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_by_admin boolean := p_token is null and private.is_admin();
  v_lead uuid := case when v_by_admin
    then (select c.lead_id from public.lead_contacts c where c.lead_id = p_lead) else private.lead_of(p_token, p_lead) end;
  v_token text;
begin
  if v_lead is null then perform private.fail('link_refused'); end if;
  perform private.hit('link_rotated', v_lead::text, private.setting_int('link_email_limit', 3), interval '1 hour');
  v_token := private.renew_link(v_lead);
  perform private.audit('request.link_rotated', v_lead);
  if not (select l.held from public.lead_records l where l.id = v_lead) then
    perform private.mail_link(v_lead, (select c.email from public.lead_contacts c where c.lead_id = v_lead));
  end if;
  -- An admin never acts as the client.
  return case when v_by_admin then '{}'::jsonb else jsonb_build_object('token', v_token) end;
end
$$;
comment on function private.rotate_request_link(text, uuid) is
  'Ends all links of a request and emails a new one: for its page, its account, or an admin.';

create function public.rotate_request_link(p_token text default null, p_lead uuid default null) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.rotate_request_link(p_token, p_lead)
$$;
comment on function public.rotate_request_link(text, uuid) is
  'Ends all links of a request and emails a new one: {token}, which an admin does not get.';
grant execute on function private.rotate_request_link(text, uuid), public.rotate_request_link(text, uuid) to anon, authenticated;

-- A link that only an email had is opened: the person reads that address. The page asks by POST; a GET runs nothing that writes.
create function private.note_opened(p_token text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := (
    select k.lead_id from private.request_links k join public.lead_contacts c on c.lead_id = k.lead_id
    where k.token_hash = private.token_hash(p_token) and k.revoked_at is null and k.expires_at > private.clock()
      -- Not where the address was corrected since.
      and k.address_hash = private.address_hash(c.email));
begin
  if v_lead is not null then perform private.prove_request(v_lead); end if;
end
$$;
comment on function private.note_opened(text) is 'Notes that the emailed link of a request was opened. The browser''s own proves nothing.';

create or replace function private.track_request(p_token text, p_lead uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.note_opened(p_token);
  return private.request_page(private.lead_of(p_token, p_lead));
end
$$;
alter function public.track_request(text, uuid) volatile;
