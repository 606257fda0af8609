-- What `npm run bench -- events` measures on: 10,000 artists, of whom 600 with an account have 20 requests each. Only
-- what the baseline has stands here: every later migration is applied to it, as to a directory in use.
insert into auth.users (id, email, email_confirmed_at, confirmation_sent_at)
  select md5('user ' || n)::uuid, 'artist' || n || '@example.com', now(), now() from generate_series(0, 599) n;

insert into public.cities (city_name, state, latitude, longitude)
  select 'City ' || n, 'TX', 28 + n * 0.1, -98 from generate_series(0, 39) n;

insert into public.artists (id, user_id, name, slug, city, state, bio, styles, surfaces, public_visible, minimum_price, average_rating)
  select md5('artist ' || n)::uuid, case when n < 600 then md5('user ' || n)::uuid end, 'Artist ' || n, 'artist-' || n, 'City ' || n % 40, 'TX',
    repeat('I paint walls of every size. ', 10), ('{Nature,Graffiti,Abstract,Lettering,Calavera}'::text[])[n % 5 + 1:n % 5 + 2],
    '{brick,stucco}', true, 500 + n % 10 * 100, 3.5 + n % 15 * 0.1
  from generate_series(0, 9999) n;
insert into public.artist_contacts (artist_id, email)
  select md5('artist ' || n)::uuid, 'artist' || n || '@example.com' from generate_series(0, 9999) n;

-- What follows from a request (mails, notices, reminders) is not what is filled in.
set local session_replication_role = replica;
insert into public.murals (id, slug, title, styles, public_visible, artist_id)
  select md5('mural ' || n)::uuid, 'mural-' || n, 'Mural ' || n, '{Nature}', true, md5('artist ' || n * 2)::uuid from generate_series(0, 4999) n;
insert into public.lead_records (id, city, project_description, surface_type, style_preference, budget_range, created_at)
  select md5('lead ' || n)::uuid, 'City ' || n % 40, 'A wall of our shop, some twelve feet by thirty.', 'brick', 'nature', '1k-5k', now() - n * interval '2 hours'
  from generate_series(0, 3999) n;
insert into public.request_details (lead_id, mural_ids)
  select md5('lead ' || n)::uuid, array[md5('mural ' || n)::uuid, md5('mural ' || n + 1)::uuid] from generate_series(0, 3999) n;
insert into public.lead_contacts (lead_id, name, email)
  select md5('lead ' || n)::uuid, 'Dana Whitfield', 'client' || n % 2000 || '@example.com' from generate_series(0, 3999) n;
insert into private.request_senders (lead_id, address_hash, proven_at, proven_by)
  select c.lead_id, private.address_hash(private.mailbox(c.email)), now(), 'link' from public.lead_contacts c;
insert into private.request_links (token_hash, lead_id, nonce, via, address_hash)
  select private.token_hash('token ' || n), c.lead_id, gen_random_uuid(), 'email', private.address_hash(c.email)
  from generate_series(0, 3999) n join public.lead_contacts c on c.lead_id = md5('lead ' || n)::uuid;
insert into private.request_offers (lead_id, artist_id, rank)
  select md5('lead ' || n)::uuid, md5('artist ' || (n * 3 + k) % 600)::uuid, k + 1 from generate_series(0, 3999) n, generate_series(0, 4) k;

-- Nobody has answered the newest 400; each artist has answered the others, and painted a third of them.
insert into public.lead_assignments (lead_id, artist_id, created_at, updated_at, state, status, seen_at, answered_at, completed_by, completed_at, confirmed_at)
  select l.id, md5('artist ' || (n * 3 + k) % 600)::uuid, l.created_at, l.created_at,
    case when n < 400 then 'sent' when n % 3 = 0 then 'completed' else 'talking' end,
    case when n < 400 then 'new' when n % 3 = 0 then 'completed' else 'in_review' end::public.lead_status,
    w.at, w.at, case when n % 3 = 0 and n >= 400 then 'artist' end, case when n % 3 = 0 then w.at end, case when n % 3 = 0 then w.at end
  from generate_series(0, 3999) n join public.lead_records l on l.id = md5('lead ' || n)::uuid
    cross join generate_series(0, 2) k cross join lateral (select case when n >= 400 then l.created_at + k * interval '5 hours' + interval '1 hour' end as at) w;
insert into public.lead_messages (lead_id, artist_id, sender, body, idempotency_key, created_at)
  select a.lead_id, a.artist_id, case when m % 2 = 0 then 'artist' else 'client' end, 'The wall faces north, and the ladder reaches to its upper edge.',
    gen_random_uuid(), a.created_at + m * interval '1 hour'
  from public.lead_assignments a cross join generate_series(0, 3) m where a.state <> 'sent';
set local session_replication_role = origin;

select private.count_facts(array(select a.id from public.artists a));
select private.refresh_match_profiles(array(select a.id from public.artists a));
set constraints all immediate;
delete from private.site_changes;
