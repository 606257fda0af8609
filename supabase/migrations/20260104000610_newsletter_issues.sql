-- The monthly mail: composed by an admin, one row of the outbox for each confirmed address and issue.
insert into private.mail_kinds (kind, optional) values ('newsletter_issue', true);

create table private.newsletter_issues (
  id uuid primary key,
  subject text not null check (char_length(subject) between 1 and 120),
  intro text not null check (char_length(intro) <= 2000),
  artist_ids uuid[] not null check (cardinality(artist_ids) <= 50),
  mural_ids uuid[] not null check (cardinality(mural_ids) <= 50),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  recipients int
);
alter table private.newsletter_issues enable row level security;
comment on table private.newsletter_issues is
  'Issues of the newsletter, those tried out too. What became private since it was composed is not in the mail.';
create index newsletter_issues_sent_idx on private.newsletter_issues (sent_at desc) where sent_at is not null;

create function private.newsletter_artist(p_artist public.artists) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_artist.id, 'name', p_artist.name, 'slug', p_artist.slug,
    'city', p_artist.city, 'state', p_artist.state);
end
$$;
comment on function private.newsletter_artist(public.artists) is 'A line about an artist.';

create function private.newsletter_mural(p_mural public.murals) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_mural.id, 'name', p_mural.title, 'slug', p_mural.slug,
    'city', p_mural.city, 'state', p_mural.state);
end
$$;
comment on function private.newsletter_mural(public.murals) is 'A line about a mural.';

create function private.newsletter_content(p_issue private.newsletter_issues) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('subject', p_issue.subject, 'intro', p_issue.intro,
    'artists', coalesce((
      select jsonb_agg(private.newsletter_artist(a) order by c.at)
      from unnest(p_issue.artist_ids) with ordinality c (id, at) join public.artists a on a.id = c.id and a.public_visible), '[]'),
    'murals', coalesce((
      select jsonb_agg(private.newsletter_mural(m) order by c.at)
      from unnest(p_issue.mural_ids) with ordinality c (id, at) join public.murals m on m.id = c.id and m.public_visible), '[]'));
end
$$;
comment on function private.newsletter_content(private.newsletter_issues) is 'What an issue says, as it is now.';

alter function private.mail_data(private.mails) rename to mail_of_product;
comment on function private.mail_of_product(private.mails) is
  'What a mail of the product may show, as it is now, and the token that ends such mails. Null when it is not wanted any more, or what it is about is gone.';

create function private.mail_data(p_mail private.mails) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_subscriber private.newsletter_subscribers;
  v_issue private.newsletter_issues;
begin
  if p_mail.kind not in ('newsletter_confirm', 'newsletter_issue') then return private.mail_of_product(p_mail); end if;
  select * into v_subscriber from private.newsletter_subscribers s where lower(s.email) = p_mail.recipient;
  if p_mail.kind = 'newsletter_confirm' then
    return case when v_subscriber.id is not null and v_subscriber.confirmed_at is null then
      jsonb_build_object('link', '/newsletter#confirm=' || private.newsletter_token(v_subscriber.id)) end;
  end if;
  -- One to try it out goes to an admin, who need not be on the list.
  if v_subscriber.confirmed_at is null and not p_mail.payload ? 'test' then return null; end if;
  select * into v_issue from private.newsletter_issues i where i.id = (p_mail.payload ->> 'issue')::uuid;
  if not found then return null; end if;
  return private.newsletter_content(v_issue) || case when v_subscriber.id is null then '{}'
    else jsonb_build_object('unsubscribe', private.newsletter_token(v_subscriber.id)) end;
end
$$;
comment on function private.mail_data(private.mails) is
  'What a mail may show, as it is now. Null when what it is about is gone; of the newsletter, when its address is not, or no longer, waiting for it. No row of the outbox holds its tokens.';

create function private.admin_newsletter() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_since timestamptz := private.clock() - interval '1 month';
begin
  perform private.require_admin();
  return jsonb_build_object(
    'confirmed', (select count(*) from private.newsletter_subscribers s where s.confirmed_at is not null),
    'waiting', (select count(*) from private.newsletter_subscribers s where s.confirmed_at is null),
    'last', (select jsonb_build_object('subject', i.subject, 'sent_at', i.sent_at, 'recipients', i.recipients)
      from private.newsletter_issues i where i.sent_at is not null order by i.sent_at desc limit 1),
    'artists', coalesce((select jsonb_agg(private.newsletter_artist(a) order by a.created_at desc, a.id) from (
      select x.* from public.artists x where x.public_visible and x.created_at > v_since order by x.created_at desc, x.id limit 50) a), '[]'),
    'murals', coalesce((select jsonb_agg(private.newsletter_mural(m) order by m.created_at desc, m.id) from (
      select x.* from public.murals x where x.public_visible and x.created_at > v_since order by x.created_at desc, x.id limit 50) m), '[]'));
end
$$;
comment on function private.admin_newsletter() is
  'How many are on the list and have not confirmed yet, the last issue, and the public artists and murals of the last month.';

create function private.send_newsletter(
  p_id uuid, p_subject text, p_intro text, p_artists uuid[], p_murals uuid[], p_to_all boolean
) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_issue private.newsletter_issues;
  v_recipients int;
begin
  perform private.require_admin();
  if p_id is null then perform private.fail('invalid_input'); end if;
  if coalesce(private.clean(p_subject), '') = '' or char_length(private.clean(p_subject)) > 120 then
    perform private.fail('invalid_input', 'subject');
  end if;
  if char_length(p_intro) > 2000 then perform private.fail('invalid_input', 'intro'); end if;
  if cardinality(p_artists) > 50 or cardinality(p_murals) > 50
    or coalesce(cardinality(p_artists), 0) + coalesce(cardinality(p_murals), 0) = 0 then
    perform private.fail('invalid_input', 'items');
  end if;
  -- An issue that was sent stays as it was; a twin waits here until the first one has ended.
  insert into private.newsletter_issues as i (id, subject, intro, artist_ids, mural_ids)
    values (p_id, private.clean(p_subject), coalesce(btrim(p_intro), ''), coalesce(p_artists, '{}'), coalesce(p_murals, '{}'))
    on conflict (id) do update
      set subject = excluded.subject, intro = excluded.intro, artist_ids = excluded.artist_ids, mural_ids = excluded.mural_ids
      where i.sent_at is null
    returning * into v_issue;
  if v_issue.id is null then
    return (select jsonb_build_object('recipients', i.recipients, 'replayed', true) from private.newsletter_issues i where i.id = p_id);
  end if;
  if not coalesce(p_to_all, false) then
    perform private.write_mail('newsletter_issue', 'test:' || gen_random_uuid(), null, u.email, null, null,
      jsonb_build_object('issue', p_id, 'test', true))
    from auth.users u where u.id = auth.uid();
    return jsonb_build_object('recipients', 1, 'replayed', false);
  end if;
  perform private.write_mail('newsletter_issue', p_id::text, null, s.email, null, null, jsonb_build_object('issue', p_id))
    from private.newsletter_subscribers s where s.confirmed_at is not null;
  select count(*) into v_recipients from private.mails m where m.event = 'newsletter_issue:' || p_id;
  update private.newsletter_issues i set sent_at = now(), recipients = v_recipients where i.id = p_id;
  perform private.audit('newsletter.sent', p_id, jsonb_build_object('name', v_issue.subject, 'recipients', v_recipients));
  return jsonb_build_object('recipients', v_recipients, 'replayed', false);
end
$$;
comment on function private.send_newsletter(uuid, text, text, uuid[], uuid[], boolean) is
  'Notes the mails of an issue: one to the calling admin, or one to each confirmed address and the end of the issue. Sent again it sends nothing twice.';

create function private.admin_list_subscribers(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.admin_page(
    $q$
      select s.id, s.email, s.confirmed_at as created_at from private.newsletter_subscribers s
      where ($2 is null or $2 = 'confirmed') and s.confirmed_at is not null and ($1 is null or s.email ilike $1)$q$,
    $q$jsonb_build_object('id', q.id, 'email', q.email, 'created_at', q.created_at)$q$,
    array['confirmed']::text[],
    array['created_at', 'email']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_subscribers(text, text, text, boolean, int, int) is 'Confirmed addresses of the newsletter.';

create function public.admin_list_subscribers(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_list_subscribers(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_subscribers(text, text, text, boolean, int, int) is
  'Confirmed addresses of the newsletter: {total, rows: [{id, email, created_at}]}. Admins only.';

create function public.admin_newsletter() returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_newsletter()
$$;
comment on function public.admin_newsletter() is
  'What the next issue can be made of: {confirmed, waiting, last, artists, murals}. Admins only.';

create function public.send_newsletter(
  p_id uuid, p_subject text, p_intro text default '', p_artists uuid[] default '{}', p_murals uuid[] default '{}',
  p_to_all boolean default false
) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.send_newsletter(p_id, p_subject, p_intro, p_artists, p_murals, p_to_all)
$$;
comment on function public.send_newsletter(uuid, text, text, uuid[], uuid[], boolean) is
  'Sends an issue to the caller or, with p_to_all, to every confirmed address: {recipients, replayed}. p_id makes it safe to repeat. Admins only.';
grant execute on function private.admin_list_subscribers(text, text, text, boolean, int, int),
  public.admin_list_subscribers(text, text, text, boolean, int, int),
  private.admin_newsletter(), public.admin_newsletter(),
  private.send_newsletter(uuid, text, text, uuid[], uuid[], boolean),
  public.send_newsletter(uuid, text, text, uuid[], uuid[], boolean) to authenticated;

create function private.forget_unconfirmed() returns void
  language sql security definer set search_path = ''
as $$
  delete from private.newsletter_subscribers s
  where s.confirmed_at is null and s.created_at < private.clock() - interval '30 days'
$$;
comment on function private.forget_unconfirmed() is
  'Forgets addresses that did not confirm the newsletter within 30 days. One look at an index when there is none.';

-- As before; where nothing else runs at a given time, the worker that asks for mails keeps that promise too.
create or replace function public.lease_mails(p_limit int, p_seconds int)
  returns table (id bigint, kind text, message_id uuid, address text, optional boolean, forgotten boolean, attempts int, data jsonb)
  language sql security invoker set search_path = ''
as $$
  select private.write_reminders();
  select private.forget_unconfirmed();
  select * from private.lease_mails(p_limit, p_seconds)
$$;
grant execute on function private.forget_unconfirmed() to service_role;
