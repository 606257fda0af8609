-- The newsletter: an address is on the list once its reader has said so by a press, and off it by one.
create table private.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (private.valid_email(email) and char_length(email) <= 255),
  nonce uuid not null default gen_random_uuid(),
  token_hash bytea unique,
  created_at timestamptz not null default now(),
  -- Null until the link in the first email is opened.
  confirmed_at timestamptz,
  locale text not null default 'en' check (locale in ('en', 'es'))
);
comment on table private.newsletter_subscribers is
  'Who gets the newsletter, once confirmed; a row goes when its address unsubscribes. token_hash is SHA-256 of the token that confirms and ends it, nonce what that was derived from besides the key.';
create unique index newsletter_subscribers_email_idx on private.newsletter_subscribers (lower(email));
create index newsletter_subscribers_waiting_idx on private.newsletter_subscribers (created_at) where confirmed_at is null;

create function private.newsletter_token(p_subscriber uuid) returns text
  language plpgsql security definer set search_path = '' as $$
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

create function private.subscribe_newsletter(p_email text, p_locale text default 'en') returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_email text := private.pasted_email(p_email);
  v_locale text := private.checked_locale(p_locale);
  v_subscriber private.newsletter_subscribers;
begin
  if not coalesce(private.valid_email(v_email), false) then perform private.fail('newsletter_email_invalid'); end if;
  if char_length(v_email) > 255 then perform private.fail('email_too_long'); end if;
  perform private.rate_limit('newsletter_ip', private.client_ip(), private.setting_int('newsletter_ip_limit'), interval '10 minutes');
  -- Counted whether or not the address is on the list.
  if private.rate_limit('newsletter_email', lower(v_email), 1000000000, interval '1 hour') <= 3 then
    begin
      insert into private.newsletter_subscribers as s (email, created_at, locale) values (v_email, private.clock(), v_locale)
        -- Who is on the list chose its language before.
        on conflict (lower(email)) do update set
          created_at = case when s.confirmed_at is null then excluded.created_at else s.created_at end,
          locale = case when s.confirmed_at is null then excluded.locale else s.locale end
        returning * into v_subscriber;
      perform private.write_mail('newsletter_confirm', gen_random_uuid()::text, null, v_email, p_locale => v_locale);
      -- The same work, undone: how long an answer takes tells nothing.
      if v_subscriber.confirmed_at is not null then raise sqlstate 'ZZ001'; end if;
    exception when sqlstate 'ZZ001' then
      null;
    end;
  end if;
  return jsonb_build_object('ok', true);
end
$$;
comment on function private.subscribe_newsletter(text, text) is
  'Keeps an address for 30 days and mails it a link that confirms, in p_locale (en or es): {ok}, which does not tell whether it is on the list already; limited for each caller, silently for each address.';

create function private.confirm_newsletter(p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_email text;
begin
  update private.newsletter_subscribers s set confirmed_at = coalesce(s.confirmed_at, now())
    where s.token_hash = private.token_hash(p_token)
      and (s.confirmed_at is not null or s.created_at >= private.clock() - interval '30 days')
    returning s.email into v_email;
  if not found then perform private.fail('newsletter_refused'); end if;
  -- Once it has left the list, its emails count anew.
  delete from private.unproven_mailboxes u where u.mailbox_hash = private.address_hash(private.mailbox(v_email));
  return jsonb_build_object('confirmed', true);
end
$$;
comment on function private.confirm_newsletter(text) is
  'Puts the address of a token on the list: {confirmed}. Again changes nothing.';

create function private.delete_newsletter_mails(p_email text) returns void
  language sql security definer set search_path = '' as $$
  delete from private.mails m
  where m.kind in ('newsletter_confirm', 'newsletter_issue') and m.recipient = lower(p_email)
$$;
comment on function private.delete_newsletter_mails(text) is 'Removes the newsletter''s mails to an address from the outbox, sent ones too.';

-- The monthly mail: composed by an admin, one row of the outbox for each confirmed address and issue.
create table private.newsletter_issues (
  -- Chosen by the browser, so that sending again finds it.
  id uuid primary key,
  subject text not null check (char_length(subject) between 1 and 120),
  intro text not null check (char_length(intro) <= 2000),
  artist_ids uuid[] not null check (cardinality(artist_ids) <= 50),
  mural_ids uuid[] not null check (cardinality(mural_ids) <= 50),
  created_at timestamptz not null default now(),
  -- Null for one that was only tried out.
  sent_at timestamptz,
  -- How many emails it became.
  recipients int
);
comment on table private.newsletter_issues is 'Issues of the newsletter, those tried out too. What became private since it was composed is not in the mail.';
create index newsletter_issues_sent_idx on private.newsletter_issues (sent_at desc) where sent_at is not null;

create function private.newsletter_line(p_row jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', p_row -> 'id', 'name', coalesce(p_row -> 'name', p_row -> 'title'), 'slug', p_row -> 'slug',
    'city', p_row -> 'city', 'state', p_row -> 'state')
$$;
comment on function private.newsletter_line(jsonb) is 'A line about an artist or a mural.';

create function private.admin_newsletter() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_since timestamptz := private.clock() - interval '1 month';
begin
  perform private.require_admin();
  return jsonb_build_object(
    'confirmed', (select count(*) from private.newsletter_subscribers s where s.confirmed_at is not null),
    'waiting', (select count(*) from private.newsletter_subscribers s where s.confirmed_at is null),
    'last', (select jsonb_build_object('subject', i.subject, 'sent_at', i.sent_at, 'recipients', i.recipients)
      from private.newsletter_issues i where i.sent_at is not null order by i.sent_at desc limit 1),
    'artists', coalesce((select jsonb_agg(private.newsletter_line(to_jsonb(a)) order by a.created_at desc, a.id) from (
      select x.* from public.artists x where x.public_visible and x.created_at > v_since order by x.created_at desc, x.id limit 50) a), '[]'),
    'murals', coalesce((select jsonb_agg(private.newsletter_line(to_jsonb(m)) order by m.created_at desc, m.id) from (
      select x.* from public.murals x where x.public_visible and x.created_at > v_since order by x.created_at desc, x.id limit 50) m), '[]'));
end
$$;
comment on function private.admin_newsletter() is
  'How many are on the list and have not confirmed yet, the last issue, and the public artists and murals of the last month. Gives {confirmed, waiting, last, artists, murals}. Admins only.';

create function private.send_newsletter(
  p_id uuid, p_subject text, p_intro text default '', p_artists uuid[] default '{}', p_murals uuid[] default '{}',
  p_to_all boolean default false
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_subject text := private.one_line(p_subject);
  v_issue private.newsletter_issues;
  v_recipients int;
begin
  perform private.require_admin();
  if p_id is null then perform private.fail('invalid_input'); end if;
  if coalesce(char_length(v_subject), 0) not between 1 and 120 then perform private.fail('invalid_input', 'subject'); end if;
  if char_length(p_intro) > 2000 then perform private.fail('invalid_input', 'intro'); end if;
  if cardinality(p_artists) > 50 or cardinality(p_murals) > 50
    or coalesce(cardinality(p_artists), 0) + coalesce(cardinality(p_murals), 0) = 0 then
    perform private.fail('invalid_input', 'items');
  end if;
  -- An issue that was sent stays as it was; a twin waits here until the first one has ended.
  insert into private.newsletter_issues as i (id, subject, intro, artist_ids, mural_ids)
    values (p_id, v_subject, coalesce(private.clean(p_intro), ''), coalesce(p_artists, '{}'), coalesce(p_murals, '{}'))
    on conflict (id) do update
      set subject = excluded.subject, intro = excluded.intro, artist_ids = excluded.artist_ids, mural_ids = excluded.mural_ids
      where i.sent_at is null
    returning * into v_issue;
  if v_issue.id is null then
    return (select jsonb_build_object('recipients', i.recipients, 'replayed', true) from private.newsletter_issues i where i.id = p_id);
  end if;
  if not coalesce(p_to_all, false) then
    perform private.write_mail('newsletter_issue', 'test:' || gen_random_uuid(), null, u.email, null, null,
      jsonb_build_object('issue', p_id, 'test', true), p_locale => private.account_locale(u.id))
    from auth.users u where u.id = auth.uid();
    return jsonb_build_object('recipients', 1, 'replayed', false);
  end if;
  perform private.write_mail('newsletter_issue', p_id::text, null, s.email, null, null, jsonb_build_object('issue', p_id), p_locale => s.locale)
    from private.newsletter_subscribers s where s.confirmed_at is not null;
  select count(*) into v_recipients from private.mails m where m.event = 'newsletter_issue:' || p_id;
  update private.newsletter_issues i set sent_at = now(), recipients = v_recipients where i.id = p_id;
  perform private.audit('newsletter.sent', p_id, jsonb_build_object('name', v_issue.subject, 'recipients', v_recipients));
  return jsonb_build_object('recipients', v_recipients, 'replayed', false);
end
$$;
comment on function private.send_newsletter(uuid, text, text, uuid[], uuid[], boolean) is
  'Notes the mails of an issue: one to the calling admin, or one to each confirmed address and the end of the issue. Sent again it sends nothing twice. Gives {recipients, replayed}. p_id makes it safe to repeat. Admins only.';

select private.make_admin_list('admin_list_subscribers', 'Confirmed addresses of the newsletter.',
  $q$
    select s.id, s.email, s.confirmed_at as created_at from private.newsletter_subscribers s
    where ($2 is null or $2 = 'confirmed') and s.confirmed_at is not null and ($1 is null or s.email ilike $1)$q$,
  $q$jsonb_build_object('id', q.id, 'email', q.email, 'created_at', q.created_at)$q$,
  array['confirmed'],
  array['created_at', 'email']);

create function private.newsletter_data(p_mail private.mails) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_subscriber private.newsletter_subscribers;
  v_issue private.newsletter_issues;
begin
  select * into v_subscriber from private.newsletter_subscribers s where lower(s.email) = p_mail.recipient;
  if p_mail.kind = 'newsletter_confirm' then
    return case when v_subscriber.id is not null and v_subscriber.confirmed_at is null then
      jsonb_build_object('link', '/newsletter#confirm=' || private.newsletter_token(v_subscriber.id)) end;
  end if;
  -- One to try it out goes to an admin, who need not be on the list.
  if v_subscriber.confirmed_at is null and not p_mail.payload ? 'test' then return null; end if;
  select * into v_issue from private.newsletter_issues i where i.id = (p_mail.payload ->> 'issue')::uuid;
  if not found then return null; end if;
  return jsonb_build_object('subject', v_issue.subject, 'intro', v_issue.intro,
    'artists', coalesce((
      select jsonb_agg(private.newsletter_line(to_jsonb(a)) order by c.at)
      from unnest(v_issue.artist_ids) with ordinality c (id, at) join public.artists a on a.id = c.id and a.public_visible), '[]'),
    'murals', coalesce((
      select jsonb_agg(private.newsletter_line(to_jsonb(m)) order by c.at)
      from unnest(v_issue.mural_ids) with ordinality c (id, at) join public.murals m on m.id = c.id and m.public_visible), '[]')) || case when v_subscriber.id is null then '{}'
    else jsonb_build_object('unsubscribe', private.newsletter_token(v_subscriber.id)) end;
end
$$;
comment on function private.newsletter_data(private.mails) is 'What a mail of the newsletter shows, as it is now. Null when nobody is to confirm or to get it any more.';
