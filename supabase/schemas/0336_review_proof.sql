-- When a review counts in public: its sender is proven, the artist's proposal was accepted days ago, and the artist says
-- that the wall is painted or said nothing for 14 days. The first ones of an artist, and what comes from one domain or
-- network again and again, waits for an admin: a person may have any number of mailboxes. A dispute in time takes it off the page until an admin has looked. What
-- was brought in (demo data, imports) and what was public before counts as looked at.
create policy reviews_select on public.reviews for select to anon, authenticated using (
  public_visible and artist_id in (select a.id from public.artists a where a.public_visible));

create table private.review_checks (
  review_id uuid primary key references public.reviews (id) on delete cascade,
  address_hash bytea,
  domain_hash bytea,
  network_hash bytea,
  -- When the artist said that it is not of a client.
  disputed_at timestamptz,
  dispute_reason text check (char_length(dispute_reason) between 1 and 500),
  -- An admin decided: nothing else does from then on.
  looked_at timestamptz,
  changed_at timestamptz,
  -- Null where the request is gone.
  lead_id uuid references public.lead_records (id) on delete set null,
  artist_id uuid not null,
  unique (lead_id, artist_id)
);
comment on table private.review_checks is
  'Which request a review comes from, and what an admin needs to judge it, also when that is erased: peppered hashes of its sender''s address, domain and network, the artist''s dispute, and whether an admin has looked. A review that was brought in has none.';
comment on column private.review_checks.changed_at is 'When the client last changed the stars or the words.';
create index review_checks_artist_idx on private.review_checks (artist_id);
create index review_checks_address_idx on private.review_checks (address_hash);

create function private.has_artist_agreed(p_assignment public.lead_assignments) returns boolean
  language sql stable security definer set search_path = '' as $$
  select p_assignment.state = 'completed' and p_assignment.accepted_at is not null
    and (p_assignment.completed_by <> 'client' or p_assignment.confirmed_at is not null
      or p_assignment.completed_at < private.clock() - interval '14 days')
$$;
comment on function private.has_artist_agreed(lead_assignments) is
  'A wall of an accepted proposal that its artist calls painted, or had 14 days to say that it is not.';

create function private.is_wall_settled(p_assignment public.lead_assignments) returns boolean
  language sql stable security definer set search_path = '' as $$
  select coalesce(p_assignment.accepted_at, p_assignment.created_at)
    <= private.clock() - make_interval(days => private.setting_int('wall_settle_days'))
$$;
comment on function private.is_wall_settled(lead_assignments) is 'Whether a wall was accepted so long ago that it may be painted by now.';

create function private.has_reviewed_lately(p_artist uuid, p_address bytea, p_at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.review_checks c join public.reviews r on r.id = c.review_id
    where c.address_hash = p_address and r.artist_id = p_artist and r.counted_at is not null and r.created_at > p_at - interval '1 year');
end
$$;
comment on function private.has_reviewed_lately(uuid, bytea, timestamptz) is
  'Whether a review by this mailbox of this artist counts that is less than a year older.';

create function private.count_reviews(p_artists uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  -- An update of no row would fire the triggers of reviews all the same.
  if not exists (select from public.reviews r where r.artist_id = any (p_artists) and r.counted_at is null) then return; end if;
  with ready as (
    -- Of two that become ready together the first.
    select distinct on (r.artist_id, s.address_hash) r.id, r.artist_id, r.created_at, s.address_hash, s.domain_hash, c.network_hash
    from public.reviews r
    join private.review_checks c on c.review_id = r.id and c.disputed_at is null and c.looked_at is null
    join public.lead_assignments a on a.lead_id = c.lead_id and a.artist_id = c.artist_id
      and private.has_artist_agreed(a) and private.is_wall_settled(a)
    join private.request_senders s on s.lead_id = c.lead_id and s.proven_at is not null
    where r.artist_id = any (p_artists) and r.counted_at is null
      and not private.has_reviewed_lately(r.artist_id, s.address_hash, r.created_at)
    order by r.artist_id, s.address_hash, r.created_at, r.id
  ), known as (
    update private.review_checks c set address_hash = n.address_hash, domain_hash = n.domain_hash from ready n where c.review_id = n.id
  ), counted as (
    select r.artist_id, r.created_at, coalesce(c.domain_hash, s.domain_hash) as domain_hash, c.network_hash
    from public.reviews r left join private.review_checks c on c.review_id = r.id
    left join private.request_senders s on s.lead_id = c.lead_id
    where r.artist_id = any (p_artists) and r.counted_at is not null
  ), ranked as (
    select n.*, row_number() over (partition by n.artist_id, n.domain_hash order by n.created_at, n.id) as of_domain,
      row_number() over (partition by n.artist_id, n.network_hash order by n.created_at, n.id) as of_network
    from ready n)
  update public.reviews r set counted_at = private.clock() from ranked n
    where r.id = n.id
      and (select count(*) from counted k where k.artist_id = n.artist_id) >= private.setting_int('review_first_looks')
      and (n.domain_hash is null or n.of_domain + (
        select count(*) from counted k where k.artist_id = n.artist_id and k.domain_hash = n.domain_hash) <= private.setting_int('review_sender_limit'))
      and (n.network_hash is null or n.of_network = 1 and not exists (
          select from counted k where k.artist_id = n.artist_id and k.network_hash = n.network_hash
            and k.created_at > n.created_at - interval '1 month')
        and (select count(*) from counted k where k.artist_id = n.artist_id and k.network_hash = n.network_hash)
          < private.setting_int('review_sender_limit'));
end
$$;
comment on function private.count_reviews(uuid[]) is 'Lets those reviews of these artists count that need nothing more.';

create function private.review_waits_for(p_review public.reviews) returns text
  language sql stable security definer set search_path = '' as $$
  select case
    when p_review.counted_at is not null then null
    when c.disputed_at is not null and c.looked_at is null then 'dispute'
    when a.lead_id is null or a.accepted_at is null then 'admin'
    when s.proven_at is null then 'proof'
    when not private.has_artist_agreed(a) then 'artist'
    when not private.is_wall_settled(a) then 'days'
    else 'admin' end
  from (select 1) one
  left join private.review_checks c on c.review_id = p_review.id
  left join public.lead_assignments a on a.lead_id = c.lead_id and a.artist_id = c.artist_id
  left join private.request_senders s on s.lead_id = c.lead_id
$$;
comment on function private.review_waits_for(reviews) is
  'What a review needs next before it counts: proof (of its sender), artist (who confirms the wall), days (since the acceptance), dispute or admin (an admin''s decision). Null for one that counts.';

create function private.is_request_to_oneself(p_lead uuid, p_artist uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
    cross join public.artists a
    left join public.artist_contacts own on own.artist_id = a.id
    left join auth.users u on u.id = a.user_id
    where l.id = p_lead and a.id = p_artist
      and (a.user_id = l.created_by_user or private.mailbox(c.email) in (private.mailbox(own.email), private.mailbox(u.email))));
end
$$;
comment on function private.is_request_to_oneself(uuid, uuid) is 'Whether an artist sent this request to themselves, by account or by mailbox.';

create function private.note_dispute(p_review uuid, p_reason text) returns void
  language plpgsql security definer set search_path = '' as $$
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
  language plpgsql security definer set search_path = '' as $$
declare
  v_review public.reviews := private.my_review(p_review, 'artist', null);
  v_reason text := private.required_text(p_reason, 500, 'reason_required', 'reason_too_long');
begin
  if private.review_waits_for(v_review) is distinct from 'dispute' then
    if not private.may_dispute(v_review) then perform private.fail('dispute_too_late'); end if;
    perform private.note_dispute(p_review, v_reason);
  end if;
  select * into v_review from public.reviews r where r.id = p_review;
  return private.review_line(v_review, 'artist');
end
$$;
comment on function private.dispute_review(uuid, text) is
  'The calling artist disputes a review, for 14 days and with a reason: it is off the page until an admin has looked. Again changes nothing.';

-- An artist who says that a wall is not painted disputes the review of it, too.
create function private.hold_disputed_review() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- A status that is moved back says the same, but takes nothing off the page.
  perform private.note_dispute(r.id, null) from private.review_checks c join public.reviews r on r.id = c.review_id
    where c.lead_id = new.lead_id and c.artist_id = new.artist_id and (new.event = 'dispute' or r.counted_at is null);
  return null;
end
$$;
comment on function private.hold_disputed_review() is 'The artist says that a wall is not painted: an admin looks at the review of it.';

create trigger assignment_events_dispute after insert on public.assignment_events
  for each row when (new.event in ('dispute', 'set_in_review', 'set_new') and new.actor = 'artist') execute function private.hold_disputed_review();

create function private.review_case(p_review public.reviews) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('lead_id', c.lead_id, 'waits_for', private.review_waits_for(p_review),
    'disputed_at', c.disputed_at, 'dispute_reason', c.dispute_reason, 'looked_at', c.looked_at,
    'proven', coalesce(s.proven_at is not null, false),
    'same_sender', (select count(*) from private.review_checks o where o.address_hash = c.address_hash and o.review_id <> c.review_id),
    'same_network', (select count(*) from private.review_checks o
      where o.artist_id = p_review.artist_id and o.network_hash = c.network_hash and o.review_id <> c.review_id))
  from (select 1) one
  left join private.review_checks c on c.review_id = p_review.id
  left join private.request_senders s on s.lead_id = c.lead_id
$$;
comment on function private.review_case(reviews) is
  'What an admin judges a review by: its request, the dispute, whether its sender is proven, and how many reviews came from the same mailbox or, of the same artist, from the same network.';

-- In whatever order the rows of an erased request go, its review keeps no name.
create function private.anonymize_review_of_request() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.reviews r set author_name = null, pictures = '{}' where r.id = new.review_id;
  return null;
end
$$;
comment on function private.anonymize_review_of_request() is 'The request of a review was erased: the review stays, without a name and without pictures.';

create trigger review_checks_anonymize_reviewer after update of lead_id on private.review_checks
  for each row when (old.lead_id is not null and new.lead_id is null) execute function private.anonymize_review_of_request();

-- A client who waited with the proof, or changed the stars on the last day, left the artist no time for a dispute: its 14 days
-- begin when a review counts, and again when it says something else.
create function private.may_dispute(p_review public.reviews) returns boolean
  language sql stable security definer set search_path = '' as $$
  select not exists (select from private.review_checks c
      where c.review_id = p_review.id and (c.disputed_at is not null or c.looked_at is not null))
    and private.may_change(greatest(p_review.created_at, p_review.counted_at,
      (select c.changed_at from private.review_checks c where c.review_id = p_review.id)))
$$;
comment on function private.may_dispute(reviews) is
  'Whether its artist can dispute a review: for 14 days from when it was written, counted or changed, until an admin has looked.';
