-- When a review counts in public: its sender is proven, the artist's proposal was accepted, and the artist says that the
-- wall is painted or said nothing for 14 days. A dispute in time takes it off the page until an admin has looked. What
-- was brought in (demo data, imports) and what was public before counts as looked at.
insert into private.error_codes (code, status, field, message) values
  ('review_this_year', 409, null, 'You reviewed this artist less than a year ago.'),
  ('dispute_too_late', 409, null, 'A review can be disputed for 14 days only.');

drop policy reviews_select on public.reviews;
alter table public.reviews drop column public_visible;
alter table public.reviews
  -- Null while it waits, and while it is disputed.
  add column counted_at timestamptz default now(),
  add column public_visible boolean not null generated always as (hidden_at is null and counted_at is not null) stored;
create policy reviews_select on public.reviews for select to anon, authenticated using (
  public_visible and artist_id in (select a.id from public.artists a where a.public_visible));
grant select (public_visible) on public.reviews to anon, authenticated;

create table private.review_checks (
  review_id uuid primary key references public.reviews (id) on delete cascade,
  address_hash bytea,
  network_hash bytea,
  disputed_at timestamptz,
  dispute_reason text check (char_length(dispute_reason) between 1 and 500),
  -- An admin decided: nothing else does from then on.
  looked_at timestamptz
);
alter table private.review_checks enable row level security;
comment on table private.review_checks is
  'What an admin needs to judge a review, also when its request is erased: peppered hashes of its sender''s address and network, the artist''s dispute, and whether an admin has looked. A review that was brought in has none.';
create index review_checks_address_idx on private.review_checks (address_hash);
insert into private.review_checks (review_id, address_hash)
  select r.id, s.address_hash from public.reviews r join private.lead_senders s on s.lead_id = r.lead_id;

create or replace function private.page_row(p_row jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select p_row - '{user_id,lead_id,published_at,hidden_at,hidden_by,hidden_reason,counted_at}'::text[]
$$;

create or replace function private.rate_artists() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_artists uuid[];
begin
  -- A review that waits changes nothing, also not a rating that was imported.
  case tg_op
    when 'INSERT' then select array_agg(distinct n.artist_id) into v_artists from new_rows n where n.public_visible;
    when 'DELETE' then select array_agg(distinct o.artist_id) into v_artists from old_rows o where o.public_visible;
    else select array_agg(distinct n.artist_id) into v_artists from old_rows o join new_rows n on n.id = o.id
      where n.public_visible <> o.public_visible or (n.public_visible and n.rating <> o.rating);
  end case;
  -- Of two reviews at the same instant the second waits here, and counts the first one too.
  perform from public.artists a where a.id = any (v_artists) order by a.id for no key update;
  update public.artists a set average_rating = r.average, review_count = r.reviews
    from (
      select x as id, coalesce(round(avg(v.rating), 1), 0) as average, count(v.id) as reviews
      from unnest(v_artists) x left join public.reviews v on v.artist_id = x and v.public_visible
      group by x) r
    where a.id = r.id and (a.average_rating, a.review_count) is distinct from (r.average, r.reviews::int);
  return null;
end
$$;

create function private.has_artist_agreed(p_assignment public.lead_assignments) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select p_assignment.state = 'completed' and p_assignment.accepted_at is not null
    and (p_assignment.completed_by <> 'client' or p_assignment.confirmed_at is not null
      or p_assignment.completed_at < private.clock() - interval '14 days')
$$;
comment on function private.has_artist_agreed(public.lead_assignments) is
  'A wall of an accepted proposal that its artist calls painted, or had 14 days to say that it is not.';

create function private.has_reviewed_lately(p_artist uuid, p_address bytea, p_at timestamptz) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from private.review_checks c join public.reviews r on r.id = c.review_id
    where c.address_hash = p_address and r.artist_id = p_artist and r.counted_at is not null and r.created_at > p_at - interval '1 year')
$$;
comment on function private.has_reviewed_lately(uuid, bytea, timestamptz) is
  'Whether a review by this mailbox of this artist counts that is less than a year older.';

create function private.count_reviews(p_artists uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  with ready as (
    -- Of two that become ready together the first.
    select distinct on (r.artist_id, s.address_hash) r.id, s.address_hash
    from public.reviews r
    join private.review_checks c on c.review_id = r.id and c.disputed_at is null and c.looked_at is null
    join public.lead_assignments a on a.lead_id = r.lead_id and a.artist_id = r.artist_id and private.has_artist_agreed(a)
    join private.lead_senders s on s.lead_id = r.lead_id and s.proven_at is not null
    where r.artist_id = any (p_artists) and r.counted_at is null
      and not private.has_reviewed_lately(r.artist_id, s.address_hash, r.created_at)
    order by r.artist_id, s.address_hash, r.created_at, r.id
  ), known as (
    update private.review_checks c set address_hash = n.address_hash from ready n where c.review_id = n.id)
  update public.reviews r set counted_at = private.clock() from ready n where r.id = n.id;
end
$$;
comment on function private.count_reviews(uuid[]) is 'Lets those reviews of these artists count that need nothing more.';

create function private.review_waits_for(p_review public.reviews) returns text
  language sql stable security definer set search_path = ''
as $$
  select case
    when p_review.counted_at is not null then null
    when c.disputed_at is not null and c.looked_at is null then 'dispute'
    when a.lead_id is null or a.accepted_at is null then 'admin'
    when s.proven_at is null then 'proof'
    when not private.has_artist_agreed(a) then 'artist'
    else 'admin' end
  from (select 1) one
  left join private.review_checks c on c.review_id = p_review.id
  left join public.lead_assignments a on a.lead_id = p_review.lead_id and a.artist_id = p_review.artist_id
  left join private.lead_senders s on s.lead_id = p_review.lead_id
$$;
comment on function private.review_waits_for(public.reviews) is
  'What a review needs next before it counts: proof (of its sender), artist (who confirms the wall), dispute or admin (an admin''s decision). Null for one that counts.';

create or replace function private.review_line(p_review public.reviews, p_side text) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_review.id, 'artist_id', p_review.artist_id, 'rating', p_review.rating, 'body', p_review.body,
    'author_name', p_review.author_name, 'author_town', p_review.author_town, 'pictures', to_jsonb(p_review.pictures),
    'reply', p_review.reply, 'replied_at', p_review.replied_at, 'created_at', p_review.created_at,
    'hidden_reason', p_review.hidden_reason, 'waits_for', private.review_waits_for(p_review),
    'disputable', p_side = 'artist' and p_review.hidden_at is null and private.may_change(p_review.created_at)
      and exists (select from private.review_checks c where c.review_id = p_review.id and c.disputed_at is null and c.looked_at is null),
    'editable', case p_side when 'client' then private.may_change(p_review.created_at)
      else p_review.replied_at is null or private.may_change(p_review.replied_at) end);
end
$$;
comment on function private.review_line(public.reviews, text) is
  'A review as one side of its request sees it: why it is hidden, what it waits for, whether that side can still change what it wrote, or dispute it.';

create function private.is_artist_of_lead(p_lead uuid, p_artist uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
    cross join public.artists a
    left join public.artist_contacts own on own.artist_id = a.id
    left join auth.users u on u.id = a.user_id
    where l.id = p_lead and a.id = p_artist
      and (a.user_id = l.created_by_user or private.mailbox(c.email) in (private.mailbox(own.email), private.mailbox(u.email))))
$$;
comment on function private.is_artist_of_lead(uuid, uuid) is 'Whether an artist sent this request to themselves, by account or by mailbox.';

create or replace function private.submit_review(p_lead uuid, p_artist uuid, p_rating int, p_body text, p_token text, p_name text, p_town text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_body text := private.clean(p_body);
  v_author jsonb := private.review_author(p_lead);
  v_name text := private.clean_or_null(coalesce(p_name, v_author ->> 'name'));
  v_town text := private.clean_or_null(coalesce(p_town, v_author ->> 'town'));
  v_address bytea := (select s.address_hash from private.lead_senders s where s.lead_id = p_lead);
  v_review public.reviews;
begin
  if private.thread_side(p_lead, p_artist, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  -- Nobody reviews themselves by sending themselves a request.
  if private.is_artist_of_lead(p_lead, p_artist) then perform private.fail('not_allowed'); end if;
  perform private.check_review(p_rating, v_body, v_name, v_town);
  -- A twin waits here until the first one is done.
  perform from public.lead_records l where l.id = p_lead for no key update;
  select * into v_review from public.reviews r where r.lead_id = p_lead and r.artist_id = p_artist;
  if found then
    if (v_review.rating, v_review.body, v_review.author_name, v_review.author_town) is distinct from (p_rating, v_body, v_name, v_town) then
      perform private.fail('review_exists');
    end if;
    return private.review_line(v_review, 'client') || '{"replayed": true}';
  end if;
  if not exists (select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist and a.state = 'completed') then
    perform private.fail('review_too_early');
  end if;
  if private.is_request_proven(p_lead) and private.has_reviewed_lately(p_artist, v_address, private.clock()) then
    perform private.fail('review_this_year');
  end if;
  insert into public.reviews (artist_id, lead_id, rating, body, author_name, author_town, created_at, counted_at)
    values (p_artist, p_lead, p_rating, v_body, v_name, v_town, private.clock(), null) returning * into v_review;
  insert into private.review_checks (review_id, address_hash, network_hash) values (v_review.id, v_address, private.network_hash());
  perform private.count_reviews(array[p_artist]);
  select * into v_review from public.reviews r where r.id = v_review.id;
  perform private.mail_artist('lead_reviewed', v_review.id::text, p_lead, p_artist);
  return private.review_line(v_review, 'client') || '{"replayed": false}';
end
$$;
comment on function private.submit_review(uuid, uuid, int, text, text, text, text) is
  'Stores what the client says of a painted wall, once for each artist of a request, and shows it once it counts; the same again gives the same answer.';

create function private.note_dispute(p_review uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update private.review_checks c set disputed_at = private.clock(), dispute_reason = p_reason
    where c.review_id = p_review and c.disputed_at is null and c.looked_at is null;
  if not found then return; end if;
  update public.reviews r set counted_at = null where r.id = p_review and r.counted_at is not null;
  perform private.audit('review.disputed', p_review, jsonb_strip_nulls(jsonb_build_object('reason', p_reason)));
end
$$;
comment on function private.note_dispute(uuid, text) is 'Takes a review off the page until an admin has looked, unless one has.';

create function private.dispute_review(p_review uuid, p_reason text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_review public.reviews := private.my_review(p_review, 'artist', null);
  v_reason text := private.clean_or_null(p_reason);
begin
  if v_reason is null then perform private.fail('reason_required'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  if not private.may_change(v_review.created_at) then perform private.fail('dispute_too_late'); end if;
  perform private.note_dispute(p_review, v_reason);
  select * into v_review from public.reviews r where r.id = p_review;
  return private.review_line(v_review, 'artist');
end
$$;
comment on function private.dispute_review(uuid, text) is
  'Its artist disputes a review, for 14 days: an admin decides whether it is shown. Again changes nothing.';

create function public.dispute_review(p_review uuid, p_reason text) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.dispute_review(p_review, p_reason)
$$;
comment on function public.dispute_review(uuid, text) is
  'The calling artist disputes a review, for 14 days and with a reason; it is off the page until an admin has looked.';
grant execute on function private.dispute_review(uuid, text), public.dispute_review(uuid, text) to authenticated;

-- An artist who says that a wall is not painted disputes the review of it, too.
create function private.follow_dispute() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- A status that is moved back says the same, but takes nothing off the page.
  perform private.note_dispute(r.id, null) from public.reviews r
    where r.lead_id = new.lead_id and r.artist_id = new.artist_id and (new.event = 'dispute' or r.counted_at is null);
  return null;
end
$$;
comment on function private.follow_dispute() is 'The artist says that a wall is not painted: an admin looks at the review of it.';
create trigger lead_events_dispute after insert on public.lead_events
  for each row when (new.event in ('dispute', 'set_in_review', 'set_new') and new.actor = 'artist') execute function private.follow_dispute();

create or replace function private.hide_review(p_review uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_reason text := private.clean_or_null(p_reason);
  v_review public.reviews;
begin
  perform private.require_admin();
  if v_reason is null then perform private.fail('reason_required'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  select * into v_review from public.reviews r where r.id = p_review for no key update;
  if not found then perform private.fail('not_allowed'); end if;
  if v_review.hidden_reason is not distinct from v_reason then return; end if;
  update private.review_checks c set looked_at = coalesce(c.looked_at, private.clock()) where c.review_id = p_review;
  update public.reviews r
    set hidden_at = coalesce(r.hidden_at, private.clock()), hidden_by = auth.uid(), hidden_reason = v_reason
    where r.id = p_review returning * into v_review;
  perform private.audit('review.hidden', p_review, jsonb_build_object('artist', v_review.artist_id, 'reason', v_reason));
  if v_review.lead_id is not null then
    perform private.mail_client('request_review_hidden', p_review || ':' || v_review.hidden_at, v_review.lead_id, v_review.artist_id);
    perform private.mail_artist('lead_review_hidden', p_review || ':' || v_review.hidden_at, v_review.lead_id, v_review.artist_id);
  end if;
end
$$;

create or replace function private.show_review(p_review uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update private.review_checks c set looked_at = coalesce(c.looked_at, private.clock()) where c.review_id = p_review;
  update public.reviews r
    set hidden_at = null, hidden_by = null, hidden_reason = null, counted_at = coalesce(r.counted_at, private.clock())
    where r.id = p_review and not r.public_visible;
  if found then perform private.audit('review.shown', p_review); end if;
end
$$;
comment on function private.show_review(uuid) is 'An admin shows a review that is hidden, disputed or waiting. Again changes nothing.';

create function private.review_case(p_review public.reviews) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('waits_for', private.review_waits_for(p_review),
    'disputed_at', c.disputed_at, 'dispute_reason', c.dispute_reason, 'looked_at', c.looked_at,
    'proven', coalesce(s.proven_at is not null, false),
    'same_sender', (select count(*) from private.review_checks o where o.address_hash = c.address_hash and o.review_id <> c.review_id),
    'same_network', (select count(*) from private.review_checks o join public.reviews r on r.id = o.review_id
      where r.artist_id = p_review.artist_id and o.network_hash = c.network_hash and o.review_id <> c.review_id))
  from (select 1) one
  left join private.review_checks c on c.review_id = p_review.id
  left join private.lead_senders s on s.lead_id = p_review.lead_id
$$;
comment on function private.review_case(public.reviews) is
  'What an admin judges a review by: the dispute, whether its sender is proven, and how many reviews came from the same mailbox or, of the same artist, from the same network.';

create or replace function private.admin_list_reviews(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.admin_page(
    $q$
      select r.id, r.created_at, r.rating, a.name as artist, r.author_name
      from public.reviews r join public.artists a on a.id = r.artist_id left join private.review_checks c on c.review_id = r.id
      where case $2 when 'hidden' then r.hidden_at is not null when 'shown' then r.public_visible when 'low' then r.rating <= 2
          when 'disputed' then c.disputed_at is not null and c.looked_at is null
          when 'waiting' then r.hidden_at is null and r.counted_at is null else true end
        and ($1 is null or a.name ilike $1 or r.author_name ilike $1 or r.author_town ilike $1 or r.body ilike $1 or r.reply ilike $1)$q$,
    $q$
      select jsonb_build_object('id', r.id, 'artist_id', r.artist_id, 'artist', q.artist, 'slug', a.slug, 'lead_id', r.lead_id,
        'rating', r.rating, 'body', r.body, 'author_name', r.author_name, 'author_town', r.author_town, 'pictures', to_jsonb(r.pictures),
        'reply', r.reply, 'replied_at', r.replied_at, 'created_at', r.created_at, 'hidden_reason', r.hidden_reason)
        || private.review_case(r)
      from public.reviews r join public.artists a on a.id = r.artist_id where r.id = q.id$q$,
    array['shown', 'hidden', 'low', 'disputed', 'waiting']::text[],
    array['created_at', 'rating', 'artist', 'author_name']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;

-- An artist hears of a review that waits: it is for them to confirm or to dispute.
alter function private.mail_details(private.mails) rename to mail_details_before_reviews;
revoke execute on function private.mail_details_before_reviews(private.mails) from anon, authenticated, service_role;
create function private.mail_details(p_mail private.mails) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_mail.kind in ('lead_reviewed', 'request_replied') then
    return (select jsonb_build_object('review', private.review_line(r, null)) from public.reviews r
      where r.lead_id = p_mail.lead_id and r.artist_id = p_mail.artist_id and r.hidden_at is null);
  end if;
  if p_mail.kind in ('lead_review_hidden', 'request_review_hidden') then
    return (select jsonb_build_object('review', private.review_line(r, null)) from public.reviews r
      where r.lead_id = p_mail.lead_id and r.artist_id = p_mail.artist_id and r.hidden_at is not null);
  end if;
  return private.mail_details_before_reviews(p_mail);
end
$$;
comment on function private.mail_details(private.mails) is
  'What a kind of mail shows besides its request. Null where a review was taken back, or shown again, before the mail left.';

update private.export_parts set query = replace(query, '{hidden_by,public_visible}', '{hidden_by,public_visible,counted_at}') where part = 'reviews';
insert into private.export_parts (part, query) values
  ('review_disputes', $$
    select jsonb_build_object('review', c.review_id, 'disputed_at', c.disputed_at, 'reason', c.dispute_reason)
    from private.review_checks c join public.reviews r on r.id = c.review_id
    where r.artist_id = private.my_artist_id() and c.disputed_at is not null$$);

-- In whatever order the rows of an erased request go, its review keeps no name.
create function private.forget_reviewer() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.author_name := null;
  new.pictures := '{}';
  return new;
end
$$;
comment on function private.forget_reviewer() is 'The request of a review was erased: the review stays, without a name and without pictures.';
create trigger reviews_forget_reviewer before update of lead_id on public.reviews
  for each row when (old.lead_id is not null and new.lead_id is null) execute function private.forget_reviewer();

create or replace function private.admin_needs(p_rows int) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  -- What is older is past helping; the lists of requests have it.
  c_days constant int := 30;
  v_rows int := least(greatest(coalesce(p_rows, 5), 1), 50);
  v_from timestamptz := private.clock() - make_interval(days => c_days);
begin
  perform private.require_admin();
  return private.needs_requests(v_rows, v_from) || jsonb_build_object(
    'threads', private.needs_threads(v_rows),
    'pictures', private.admin_list_picture_reports('', 'open', 'created_at', true, v_rows, 0),
    'reviews', private.admin_list_reviews('', 'disputed', 'created_at', true, v_rows, 0),
    'claims', private.needs_claims(v_rows),
    'mails', private.needs_mails(v_rows));
end
$$;
