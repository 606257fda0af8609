-- A link that ends mails by one press, or by one click of a mailbox (RFC 8058), without signing in. Its token is derived
-- like those of requests; only its hash is kept, with whom and what it ends.
create table private.unsubscribe_links (
  token_hash bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- None: the digest, whatever it collects.
  topic text,
  nonce uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  unique nulls not distinct (user_id, topic)
);
alter table private.unsubscribe_links enable row level security;
comment on table private.unsubscribe_links is
  'Links that end mails: SHA-256 of each token, and what it was derived from besides the key. One for each account and topic; it stays valid, because mails stay in mailboxes.';

create function private.unsubscribe_token(p_user uuid, p_topic text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_nonce uuid;
  v_token text;
begin
  select k.nonce into v_nonce from private.unsubscribe_links k where k.user_id = p_user and k.topic is not distinct from p_topic;
  if v_nonce is null then v_nonce := gen_random_uuid(); end if;
  v_token := private.derived_token(p_user, v_nonce);
  -- Again where the key is another than the one it was made with.
  insert into private.unsubscribe_links (token_hash, user_id, topic, nonce)
    values (private.token_hash(v_token), p_user, p_topic, v_nonce)
    on conflict (user_id, topic) do update set token_hash = excluded.token_hash, nonce = excluded.nonce
      where unsubscribe_links.token_hash <> excluded.token_hash;
  return v_token;
end
$$;
comment on function private.unsubscribe_token(uuid, text) is 'The token that ends mails about a topic to an account; without a topic, its digests.';

create function private.unsubscribe(p_token text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  v_link private.unsubscribe_links;
begin
  select * into v_link from private.unsubscribe_links k where k.token_hash = private.token_hash(p_token);
  if not found then return false; end if;
  perform private.change_notice_modes(v_link.user_id, case
    when v_link.topic is not null then jsonb_build_object(v_link.topic, 'here')
    else coalesce((
      select jsonb_object_agg(m.topic, 'here') from public.notice_preferences p, jsonb_each_text(p.modes) m (topic, mode)
      where p.user_id = v_link.user_id and m.mode = 'daily'), '{}') end);
  return true;
end
$$;
comment on function private.unsubscribe(text) is
  'Ends the mails that a token is for, and says whether there are any. Tokens for something else than an account''s notices are tried here too.';

create function public.unsubscribe(p_token text) returns jsonb
  language plpgsql security invoker set search_path = ''
as $$
begin
  -- One answer for every token.
  perform private.unsubscribe(p_token);
  return jsonb_build_object('ok', true);
end
$$;
comment on function public.unsubscribe(text) is 'Ends the mails that a token of a mail is for; the answer does not tell whether it is for any.';
-- Mailboxes ask by way of the product's process.
grant execute on function private.unsubscribe(text), public.unsubscribe(text) to anon, authenticated, service_role;
