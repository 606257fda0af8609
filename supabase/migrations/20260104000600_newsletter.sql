-- The newsletter: an address is on the list once whoever reads its mails has said so by a press, and off it by one.
insert into private.error_codes (code, status, field, message) values
  ('newsletter_email_invalid', 422, 'email', 'Please enter a valid email address'),
  ('newsletter_refused', 404, null, 'This link does not work any more. Please sign up once more.');
comment on table private.settings is
  'Operator settings. client_ip_header, media_origin, lead_ip_limit, lead_user_limit, lead_total_limit, lead_min_elapsed_ms, mail_address_limit, mail_choice_seconds, link_ip_limit, link_email_limit, newsletter_ip_limit, link_secret, clock_offset_seconds, webhook_url, webhook_secret, pepper.';
insert into private.mail_kinds (kind, by_anybody) values ('newsletter_confirm', true);

create table private.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (private.valid_email(email) and char_length(email) <= 255),
  nonce uuid not null default gen_random_uuid(),
  token_hash bytea unique,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz
);
alter table private.newsletter_subscribers enable row level security;
comment on table private.newsletter_subscribers is
  'Who gets the newsletter, once confirmed; a row goes when its address unsubscribes. token_hash is SHA-256 of the token that confirms and ends it, nonce what that was derived from besides the key.';
create unique index newsletter_subscribers_email_idx on private.newsletter_subscribers (lower(email));
create index newsletter_subscribers_waiting_idx on private.newsletter_subscribers (created_at) where confirmed_at is null;

create function private.newsletter_token(p_subscriber uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_token text := private.derived_token(p_subscriber,
    (select s.nonce from private.newsletter_subscribers s where s.id = p_subscriber));
begin
  -- Again where the key is another than the one it was made with.
  update private.newsletter_subscribers s set token_hash = private.token_hash(v_token)
    where s.id = p_subscriber and s.token_hash is distinct from private.token_hash(v_token);
  return v_token;
end
$$;
comment on function private.newsletter_token(uuid) is 'The token that confirms a subscription and ends it.';

create function private.subscribe_newsletter(p_email text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_email text := private.clean(p_email);
  v_subscriber private.newsletter_subscribers;
begin
  if not coalesce(private.valid_email(v_email), false) then perform private.fail('newsletter_email_invalid'); end if;
  if char_length(v_email) > 255 then perform private.fail('email_too_long'); end if;
  perform private.hit('newsletter_ip', private.client_ip(), private.setting_int('newsletter_ip_limit', 10), interval '10 minutes');
  -- Counted whether or not the address is on the list.
  if private.hit('newsletter_email', lower(v_email), 1000000000, interval '1 hour') <= 3 then
    begin
      insert into private.newsletter_subscribers as s (email, created_at) values (v_email, private.clock())
        on conflict (lower(email)) do update set created_at = case when s.confirmed_at is null then excluded.created_at else s.created_at end
        returning * into v_subscriber;
      perform private.write_mail('newsletter_confirm', gen_random_uuid()::text, null, v_email);
      -- The same work, undone: how long an answer takes tells nothing.
      if v_subscriber.confirmed_at is not null then raise sqlstate 'ZZ001'; end if;
    exception when sqlstate 'ZZ001' then
      null;
    end;
  end if;
  return jsonb_build_object('ok', true);
end
$$;
comment on function private.subscribe_newsletter(text) is
  'Keeps an address for 30 days and mails it a link that confirms. The answer does not tell whether it is on the list already; limited for each caller, silently for each address.';

create function private.confirm_newsletter(p_token text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  update private.newsletter_subscribers s set confirmed_at = coalesce(s.confirmed_at, now())
    where s.token_hash = private.token_hash(p_token)
      and (s.confirmed_at is not null or s.created_at >= private.clock() - interval '30 days');
  if not found then perform private.fail('newsletter_refused'); end if;
  return jsonb_build_object('confirmed', true);
end
$$;
comment on function private.confirm_newsletter(text) is 'Puts the address of a token on the list. Again changes nothing.';

create function private.forget_newsletter_mails(p_email text) returns void
  language sql security definer set search_path = ''
as $$
  delete from private.mails m
  where m.kind in ('newsletter_confirm', 'newsletter_issue') and m.recipient = lower(p_email)
$$;
comment on function private.forget_newsletter_mails(text) is 'Removes the newsletter''s mails to an address from the outbox, sent ones too.';

create function private.unsubscribe_newsletter(p_token text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  v_email text;
begin
  delete from private.newsletter_subscribers s where s.token_hash = private.token_hash(p_token) returning s.email into v_email;
  perform private.forget_newsletter_mails(v_email);
  return v_email is not null;
end
$$;
comment on function private.unsubscribe_newsletter(text) is 'Takes the address of a token off the list and forgets it; says whether there was one.';

-- One address ends whatever a token is for.
alter function private.unsubscribe(text) rename to unsubscribe_topic;
revoke execute on function private.unsubscribe_topic(text) from anon, authenticated, service_role;
comment on function private.unsubscribe_topic(text) is 'Ends an account''s mails about a topic, and says whether the token is for one.';

create function private.unsubscribe(p_token text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  return private.unsubscribe_topic(p_token) or private.unsubscribe_newsletter(p_token);
end
$$;
comment on function private.unsubscribe(text) is 'Ends the mails that a token is for, and says whether there are any.';

create function private.forget_subscriber() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.newsletter_subscribers s where lower(s.email) = lower(old.email);
  perform private.forget_newsletter_mails(old.email);
  return null;
end
$$;
comment on function private.forget_subscriber() is 'An account is gone: the newsletter forgets its confirmed address.';
create trigger forget_subscriber after delete on auth.users
  for each row when (old.email_confirmed_at is not null) execute function private.forget_subscriber();

create function public.subscribe_newsletter(p_email text) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.subscribe_newsletter(p_email)
$$;
comment on function public.subscribe_newsletter(text) is 'Mails an address a link that confirms its subscription: {ok}, whether or not it is on the list.';

create function public.confirm_newsletter(p_token text) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.confirm_newsletter(p_token)
$$;
comment on function public.confirm_newsletter(text) is 'Confirms the subscription that a mail asked about: {confirmed}.';
grant execute on function private.unsubscribe(text) to anon, authenticated, service_role;
grant execute on function private.subscribe_newsletter(text), public.subscribe_newsletter(text),
  private.confirm_newsletter(text), public.confirm_newsletter(text) to anon, authenticated;
