-- What the client says of a painted wall: once for each artist, public at once. Ratings follow
-- in the same transaction (0340_artist_facts.sql).
create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  artist_id uuid not null references public.artists (id) on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  body text not null check (char_length(body) between 20 and 2000),
  -- As its author wants to be called; null for who is not named, or is erased.
  author_name text check (author_name = private.clean(author_name) and char_length(author_name) between 1 and 60),
  -- Null where the client does not want it shown.
  author_town text check (author_town = private.clean(author_town) and char_length(author_town) between 1 and 60),
  pictures text[] not null default '{}' check (private.safe_urls(pictures) and cardinality(pictures) <= 3),
  -- The answer of the artist.
  reply text check (char_length(reply) between 1 and 2000),
  replied_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When an admin took it off the pages.
  hidden_at timestamptz,
  hidden_reason text check (char_length(hidden_reason) between 1 and 500),
  -- Null while it waits, and while it is disputed.
  counted_at timestamptz default now(),
  public_visible boolean not null generated always as (hidden_at is null and counted_at is not null) stored,
  check ((reply is null) = (replied_at is null)),
  check ((hidden_at is null) = (hidden_reason is null))
);
comment on table public.reviews is 'What clients say of painted walls. Public, without a contact; which request one comes from is in private.review_checks.';
grant select on public.reviews to anon, authenticated;
create index reviews_artist_idx on public.reviews (artist_id, created_at desc, id);
create index reviews_objects_idx on public.reviews using gin (private.object_keys(pictures)) where public_visible;
create index reviews_created_idx on public.reviews (created_at desc, id);

create trigger reviews_touch before update on public.reviews
  for each row execute function private.touch('public_visible', 'hidden_reason');

create function private.check_review(p_rating int, p_body text, p_name text, p_town text) returns void
  language plpgsql immutable set search_path = '' as $$
begin
  if p_rating is null or p_rating not between 1 and 5 then perform private.fail('rating_invalid'); end if;
  if coalesce(char_length(p_body), 0) < 20 then perform private.fail('review_too_short'); end if;
  if char_length(p_body) > 2000 then perform private.fail('review_too_long'); end if;
  if char_length(p_name) > 60 then perform private.fail('review_name_too_long'); end if;
  if char_length(p_town) > 60 then perform private.fail('review_town_too_long'); end if;
end
$$;
comment on function private.check_review(int, text, text, text) is 'The rules of a review, in the order of its form.';

create function private.may_change(p_since timestamptz) returns boolean
  language sql stable security definer set search_path = '' as $$
  select p_since > private.clock() - interval '14 days'
$$;
comment on function private.may_change(timestamptz) is 'Whether a review or a reply of that time can still be changed.';

create function private.review_author(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', left(split_part(private.clean(c.name), ' ', 1), 60), 'town', left(private.clean(l.city), 60))
  from public.lead_records l join public.lead_contacts c on c.lead_id = l.id where l.id = p_lead
$$;
comment on function private.review_author(uuid) is 'How a review is signed unless its author wants it otherwise: first name and city of the request.';

create function private.review_line(p_review public.reviews, p_side text) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', p_review.id, 'artist_id', p_review.artist_id, 'rating', p_review.rating, 'body', p_review.body,
    'author_name', p_review.author_name, 'author_town', p_review.author_town, 'pictures', to_jsonb(p_review.pictures),
    'reply', p_review.reply, 'replied_at', p_review.replied_at, 'created_at', p_review.created_at,
    'hidden_reason', p_review.hidden_reason, 'waits_for', private.review_waits_for(p_review),
    'disputable', p_side = 'artist' and p_review.hidden_at is null and private.may_dispute(p_review),
    'editable', case p_side when 'client' then private.may_change(p_review.created_at)
      else p_review.replied_at is null or private.may_change(p_review.replied_at) end);
end
$$;
comment on function private.review_line(reviews, text) is
  'A review as one side of its request sees it: why it is hidden, what it waits for, whether that side can still change what it wrote, or dispute it.';

create function private.submit_review(p_lead uuid, p_artist uuid, p_rating int, p_body text, p_token text default null,
  p_name text default null, p_town text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_body text := private.clean(p_body);
  v_author jsonb := private.review_author(p_lead);
  v_name text := private.clean_or_null(coalesce(p_name, v_author ->> 'name'));
  v_town text := private.clean_or_null(coalesce(p_town, v_author ->> 'town'));
  v_address bytea := (select s.address_hash from private.request_senders s where s.lead_id = p_lead);
  v_review public.reviews;
begin
  if private.conversation_side(p_lead, p_artist, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  -- Nobody reviews themselves by sending themselves a request.
  if private.is_request_to_oneself(p_lead, p_artist) then perform private.fail('not_allowed'); end if;
  perform private.check_review(p_rating, v_body, v_name, v_town);
  -- A twin waits here until the first one is done.
  perform from public.lead_records l where l.id = p_lead for no key update;
  perform private.expect_client(p_lead);
  select r.* into v_review from private.review_checks c join public.reviews r on r.id = c.review_id
    where c.lead_id = p_lead and c.artist_id = p_artist;
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
  insert into public.reviews (artist_id, rating, body, author_name, author_town, created_at, counted_at)
    values (p_artist, p_rating, v_body, v_name, v_town, private.clock(), null) returning * into v_review;
  insert into private.review_checks (review_id, lead_id, artist_id, address_hash, domain_hash, network_hash)
    values (v_review.id, p_lead, p_artist, v_address,
      (select s.domain_hash from private.request_senders s where s.lead_id = p_lead), private.network_hash());
  perform private.count_reviews(array[p_artist]);
  select * into v_review from public.reviews r where r.id = v_review.id;
  perform private.mail_side('lead_reviewed', v_review.id::text, p_lead, p_artist);
  return private.review_line(v_review, 'client') || '{"replayed": false}';
end
$$;
comment on function private.submit_review(uuid, uuid, int, text, text, text, text) is
  'Stores what the client says of a painted wall, once for each artist of a request, and shows it once it counts: the review, and replayed. p_name and p_town are shown; an empty one is not, and without one it is the first name, or the city, of the request.';

create function private.my_review(p_review uuid, p_side text, p_token text) returns public.reviews
  language plpgsql security definer set search_path = '' as $$
declare
  v_review public.reviews;
  v_lead uuid := (select c.lead_id from private.review_checks c where c.review_id = p_review);
begin
  select * into v_review from public.reviews r where r.id = p_review;
  -- The same answer for a review that does not exist and for another artist's.
  if v_lead is null then
    if v_review.artist_id is distinct from private.my_artist_id() or p_side <> 'artist' then
      perform private.fail(case when p_token is null then 'not_allowed' else 'link_refused' end);
    end if;
  elsif private.conversation_side(v_lead, v_review.artist_id, p_token) <> p_side then
    perform private.fail('not_allowed');
  end if;
  select * into v_review from public.reviews r where r.id = p_review for no key update;
  return v_review;
end
$$;
comment on function private.my_review(uuid, text, text) is 'A review, locked for a change by one side of its request; everybody else is refused.';

create function private.edit_review(p_review uuid, p_rating int, p_body text, p_name text, p_town text, p_token text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_review public.reviews := private.my_review(p_review, 'client', p_token);
  v_body text := private.clean(p_body);
  v_name text := private.clean_or_null(p_name);
  v_town text := private.clean_or_null(p_town);
begin
  if not private.may_change(v_review.created_at) then perform private.fail('review_final'); end if;
  perform private.check_review(p_rating, v_body, v_name, v_town);
  if (v_review.rating, v_review.body) is distinct from (p_rating, v_body) then
    -- What an admin looked at were other words, and its artist can dispute these anew.
    update private.review_checks c set changed_at = private.clock(),
        looked_at = case when v_review.hidden_at is not null then c.looked_at end,
        disputed_at = case when v_review.hidden_at is not null or c.looked_at is null then c.disputed_at end
      where c.review_id = p_review;
  end if;
  update public.reviews r set rating = p_rating, body = v_body, author_name = v_name, author_town = v_town
    where r.id = p_review returning * into v_review;
  return private.review_line(v_review, 'client');
end
$$;
comment on function private.edit_review(uuid, int, text, text, text, text) is 'Its author changes a review, for 14 days.';

create function private.reply_to_review(p_review uuid, p_body text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_review public.reviews := private.my_review(p_review, 'artist', null);
  v_body text := private.required_text(p_body, 2000, 'reply_required', 'reply_too_long');
begin
  if v_review.reply = v_body then return private.review_line(v_review, 'artist'); end if;
  if not private.may_change(coalesce(v_review.replied_at, private.clock())) then perform private.fail('review_final'); end if;
  update public.reviews r set reply = v_body, replied_at = coalesce(r.replied_at, private.clock())
    where r.id = p_review returning * into v_review;
  perform private.mail_side('request_replied', p_review::text, c.lead_id, c.artist_id)
    from private.review_checks c where c.review_id = p_review;
  return private.review_line(v_review, 'artist');
end
$$;
comment on function private.reply_to_review(uuid, text) is
  'The artist''s one reply to a review, which they can change for 14 days. An email tells its client of the first.';

create function private.hide_review(p_review uuid, p_reason text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_reason text;
  v_review public.reviews;
begin
  perform private.require_admin();
  v_reason := private.required_text(p_reason, 500, 'reason_required', 'reason_too_long');
  select * into v_review from public.reviews r where r.id = p_review for no key update;
  if not found then perform private.fail('not_allowed'); end if;
  if v_review.hidden_reason is not distinct from v_reason then return; end if;
  update private.review_checks c set looked_at = coalesce(c.looked_at, private.clock()) where c.review_id = p_review;
  update public.reviews r
    set hidden_at = coalesce(r.hidden_at, private.clock()), hidden_reason = v_reason
    where r.id = p_review returning * into v_review;
  perform private.audit('review.hidden', p_review, jsonb_build_object('artist', v_review.artist_id, 'reason', v_reason));
  perform private.mail_side('request_review_hidden', p_review || ':' || v_review.hidden_at, c.lead_id, c.artist_id),
      private.mail_side('lead_review_hidden', p_review || ':' || v_review.hidden_at, c.lead_id, c.artist_id)
    from private.review_checks c where c.review_id = p_review and c.lead_id is not null;
end
$$;
comment on function private.hide_review(uuid, text) is
  'Takes a review off the pages, with a reason that both sides see; it does not count any more. Again changes nothing. Admins only.';

create function private.show_review(p_review uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- To let one count is no decision on a dispute that the artist may still have.
  update private.review_checks c set looked_at = coalesce(c.looked_at, private.clock())
    where c.review_id = p_review and c.disputed_at is not null;
  update public.reviews r
    set hidden_at = null, hidden_reason = null, counted_at = coalesce(r.counted_at, private.clock())
    where r.id = p_review and not r.public_visible;
  if found then perform private.audit('review.shown', p_review); end if;
end
$$;
comment on function private.show_review(uuid) is
  'Shows a review that is hidden, disputed or waiting. Again changes nothing. Admins only.';

create function private.conversation_review(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
begin
  return (
    select jsonb_build_object('side', v_side,
      'review', (select private.review_line(r, v_side) from private.review_checks c join public.reviews r on r.id = c.review_id
        where c.lead_id = p_lead and c.artist_id = p_artist),
      'author', case v_side when 'client' then private.review_author(p_lead) end,
      'possible', a.state = 'completed')
    from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist);
end
$$;
comment on function private.conversation_review(uuid, uuid, text) is
  'The review that came of a request with one artist, for either side: {side, review, author, possible}; author is how it would be signed.';

select private.make_admin_list('admin_list_reviews', 'Reviews, hidden ones too.',
  $q$
    select r.id, r.created_at, r.rating, a.name as artist, r.author_name
    from public.reviews r join public.artists a on a.id = r.artist_id left join private.review_checks c on c.review_id = r.id
    where case $2 when 'hidden' then r.hidden_at is not null when 'shown' then r.public_visible when 'low' then r.rating <= 2
        when 'disputed' then c.disputed_at is not null and c.looked_at is null
        when 'decision' then r.hidden_at is null and r.counted_at is null and private.review_waits_for(r) in ('dispute', 'admin')
        when 'waiting' then r.hidden_at is null and r.counted_at is null else true end
      and ($1 is null or private.bare_text(a.name) like $1 or private.bare_text(r.author_name) like $1 or private.bare_text(r.author_town) like $1 or private.bare_text(r.body) like $1 or private.bare_text(r.reply) like $1)$q$,
  $q$
    select jsonb_build_object('id', r.id, 'artist_id', r.artist_id, 'artist', q.artist, 'slug', a.slug,
      'rating', r.rating, 'body', r.body, 'author_name', r.author_name, 'author_town', r.author_town, 'pictures', to_jsonb(r.pictures),
      'reply', r.reply, 'replied_at', r.replied_at, 'created_at', r.created_at, 'hidden_reason', r.hidden_reason)
      || private.review_case(r)
    from public.reviews r join public.artists a on a.id = r.artist_id where r.id = q.id$q$,
  array['shown', 'hidden', 'low', 'disputed', 'decision', 'waiting'],
  array['created_at', 'rating', 'artist', 'author_name']);
