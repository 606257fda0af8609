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
comment on table private.unsubscribe_links is
  'Links that end mails: SHA-256 of each token, and what it was derived from besides the key. One for each account and topic; it stays valid, because mails stay in mailboxes.';

create function private.unsubscribe_token(p_user uuid, p_topic text) returns text
  language plpgsql security definer set search_path = '' as $$
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
  language plpgsql security definer set search_path = '' as $$
declare
  v_link private.unsubscribe_links;
  v_email text;
begin
  select * into v_link from private.unsubscribe_links k where k.token_hash = private.token_hash(p_token);
  if not found then
    delete from private.newsletter_subscribers s where s.token_hash = private.token_hash(p_token) returning s.email into v_email;
    perform private.delete_newsletter_mails(v_email);
    return v_email is not null;
  end if;
  perform private.change_notice_modes(v_link.user_id, case
    when v_link.topic is not null then jsonb_build_object(v_link.topic, 'here')
    else coalesce((
      select jsonb_object_agg(m.topic, 'here') from public.notice_preferences p, jsonb_each_text(p.modes) m (topic, mode)
      where p.user_id = v_link.user_id and m.mode = 'daily'), '{}') end);
  return true;
end
$$;
comment on function private.unsubscribe(text) is
  'Ends the mails that a token is for, an account''s about a topic or the newsletter, which forgets the address, and says whether there are any.';

create function public.unsubscribe(p_token text) returns jsonb
  language plpgsql security invoker set search_path = '' as $$
begin
  -- One answer for every token.
  perform private.unsubscribe(p_token);
  return jsonb_build_object('ok', true);
end
$$;
comment on function public.unsubscribe(text) is 'Ends the mails that a token of a mail is for; the answer does not tell whether it is for any.';

-- What an account wants to hear of once a day is collected in their notices and leaves as one mail at 8 in their morning:
-- a row in the outbox like any other, made when the hour has come, so that it says what is unread by then.
create function private.write_digests() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_digest record;
  v_key text;
begin
  for v_digest in
    with due as (
      select n.id, n.user_id, n.digest_at from public.notices n
      where n.digest_at <= private.clock() for no key update skip locked
    ), taken as (
      update public.notices n set digest_at = null from due where n.id = due.id
    )
    select d.user_id, d.digest_at, jsonb_agg(d.id) as ids from due d group by d.user_id, d.digest_at order by 2, 1
  loop
    v_key := to_char(v_digest.digest_at at time zone 'utc', 'YYYY-MM-DD HH24:MI');
    -- One that came while this morning's was being written.
    if exists (select from private.mails m where m.event = 'digest:' || v_key and m.recipient = v_digest.user_id::text) then
      update public.notices n set digest_at = private.next_digest_of(n.user_id)
        where n.id in (select i::uuid from jsonb_array_elements_text(v_digest.ids) i);
    else
      perform private.write_mail('digest', v_key, v_digest.user_id, null, null, null,
        jsonb_build_object('notices', v_digest.ids));
    end if;
  end loop;
end
$$;
comment on function private.write_digests() is
  'Notes the digests whose morning has come, one for each person and day. Also forgets what is older than 90 days.';

create function private.digest_data(p_mail private.mails) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('notices', jsonb_agg(private.notice_line(n) order by n.created_at, n.id))
  from public.notices n join private.mail_kinds k on k.kind = n.kind
  where n.id in (select i::uuid from jsonb_array_elements_text(p_mail.payload -> 'notices') i)
    and n.user_id = p_mail.user_id and n.read_at is null and private.notice_mode(n.user_id, k.topic) <> 'here'
  having count(*) > 0
$$;
comment on function private.digest_data(private.mails) is 'The notices of a daily summary that are still unread and wanted. Null when there is none.';

grant execute on function private.unsubscribe(text), public.unsubscribe(text) to anon, authenticated, service_role;
