set check_function_bodies = off;

set local check_function_bodies = off;

REVOKE ALL ("artist_id") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("body") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("id") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("lead_id") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("pictures") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("position") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("sender") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("budget_range") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("city") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("created_by_user") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("held") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("id") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("kind") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("mural_size") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("preferred_time") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("project_description") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("reference") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("style_preference") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("surface_type") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("withdrawn_at") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("artist_id") ON TABLE "public"."notices" FROM "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."notices" FROM "authenticated";

REVOKE ALL ("id") ON TABLE "public"."notices" FROM "authenticated";

REVOKE ALL ("kind") ON TABLE "public"."notices" FROM "authenticated";

REVOKE ALL ("lead_id") ON TABLE "public"."notices" FROM "authenticated";

REVOKE ALL ("read_at") ON TABLE "public"."notices" FROM "authenticated";

REVOKE ALL ("user_id") ON TABLE "public"."notices" FROM "authenticated";

REVOKE ALL ("artist_id") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("days") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("high") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("id") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("included") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("lead_id") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("low") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("message") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("starts_on") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("state") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("valid_until") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("artist_id") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("author_name") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("author_town") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("body") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("created_at") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("id") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("pictures") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("public_visible") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("rating") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("replied_at") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("reply") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("updated_at") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("artist_id") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("author_name") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("author_town") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("body") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("id") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("pictures") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("public_visible") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("rating") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("replied_at") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("reply") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("updated_at") ON TABLE "public"."reviews" FROM "authenticated";

DROP TRIGGER "lead_messages_erase_pictures" ON "public"."lead_messages";

DROP TRIGGER "reviews_forget_reviewer" ON "public"."reviews";

DROP TRIGGER "reviews_touch" ON "public"."reviews";

DROP INDEX "public"."lead_records_merged_idx";

DROP INDEX "public"."reviews_hidden_by_idx";

DROP VIEW "private"."admin_leads";

CREATE TABLE "private"."lead_reasons" ("lead_id" uuid NOT NULL, "held_reason" text, "merged_into" uuid, CONSTRAINT "lead_reasons_pkey" PRIMARY KEY (lead_id));

ALTER TABLE "private"."lead_reasons" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."lead_reasons" OWNER TO "postgres";

CREATE TABLE "private"."message_keys" ("message_id" uuid NOT NULL, "lead_id" uuid NOT NULL, "artist_id" uuid NOT NULL, "sender" text NOT NULL, "idempotency_key" uuid NOT NULL, CONSTRAINT "message_keys_lead_id_artist_id_sender_idempotency_key_key" UNIQUE (lead_id, artist_id, sender, idempotency_key), CONSTRAINT "message_keys_pkey" PRIMARY KEY (message_id));

ALTER TABLE "private"."message_keys" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."message_keys" OWNER TO "postgres";

CREATE TABLE "private"."proposal_keys" ("proposal_id" uuid NOT NULL, "lead_id" uuid NOT NULL, "artist_id" uuid NOT NULL, "idempotency_key" uuid NOT NULL, CONSTRAINT "proposal_keys_lead_id_artist_id_idempotency_key_key" UNIQUE (lead_id, artist_id, idempotency_key), CONSTRAINT "proposal_keys_pkey" PRIMARY KEY (proposal_id));

ALTER TABLE "private"."proposal_keys" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."proposal_keys" OWNER TO "postgres";

ALTER TABLE "private"."review_checks" ADD COLUMN "lead_id" uuid;

ALTER TABLE "private"."review_checks" ADD COLUMN "artist_id" uuid;

-- Written by hand: what the columns hold moves to the new places before they go.
insert into private.lead_reasons (lead_id, held_reason, merged_into)
  select l.id, l.held_reason, l.merged_into from public.lead_records l
  where l.held_reason is not null or l.merged_into is not null;
insert into private.message_keys (message_id, lead_id, artist_id, sender, idempotency_key)
  select m.id, m.lead_id, m.artist_id, m.sender, m.idempotency_key from public.lead_messages m;
insert into private.proposal_keys (proposal_id, lead_id, artist_id, idempotency_key)
  select p.id, p.lead_id, p.artist_id, p.idempotency_key from public.proposals p;
-- A review that was public before there were checks has none so far, and counts as looked at.
insert into private.review_checks (review_id, looked_at)
  select r.id, coalesce(r.counted_at, r.created_at) from public.reviews r where r.lead_id is not null
  on conflict (review_id) do nothing;
update private.review_checks c set lead_id = r.lead_id, artist_id = r.artist_id from public.reviews r where r.id = c.review_id;
ALTER TABLE "private"."review_checks" ALTER COLUMN "artist_id" SET NOT NULL;

ALTER TABLE "public"."lead_messages" DROP CONSTRAINT "lead_messages_lead_id_artist_id_sender_idempotency_key_key";

ALTER TABLE "public"."lead_records" DROP CONSTRAINT "lead_records_merged_into_fkey";

ALTER TABLE "public"."proposals" DROP CONSTRAINT "proposals_lead_id_artist_id_idempotency_key_key";

ALTER TABLE "public"."reviews" DROP CONSTRAINT "reviews_hidden_by_fkey";

ALTER TABLE "public"."reviews" DROP CONSTRAINT "reviews_lead_id_artist_id_key";

ALTER TABLE "public"."reviews" DROP CONSTRAINT "reviews_lead_id_fkey";

ALTER TABLE "public"."lead_messages" DROP COLUMN "idempotency_key";

ALTER TABLE "public"."lead_records" DROP COLUMN "held_reason";

ALTER TABLE "public"."lead_records" DROP COLUMN "merged_into";

ALTER TABLE "public"."proposals" DROP COLUMN "idempotency_key";

ALTER TABLE "public"."reviews" DROP COLUMN "hidden_by";

ALTER TABLE "public"."reviews" DROP COLUMN "lead_id";

CREATE OR REPLACE FUNCTION private.admin_list_reviews(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.admin_page(
    $q$
      select r.id, r.created_at, r.rating, a.name as artist, r.author_name
      from public.reviews r join public.artists a on a.id = r.artist_id left join private.review_checks c on c.review_id = r.id
      where case $2 when 'hidden' then r.hidden_at is not null when 'shown' then r.public_visible when 'low' then r.rating <= 2
          when 'disputed' then c.disputed_at is not null and c.looked_at is null
          when 'waiting' then r.hidden_at is null and r.counted_at is null else true end
        and ($1 is null or private.bare_text(a.name) like $1 or private.bare_text(r.author_name) like $1 or private.bare_text(r.author_town) like $1 or private.bare_text(r.body) like $1 or private.bare_text(r.reply) like $1)$q$,
    $q$
      select jsonb_build_object('id', r.id, 'artist_id', r.artist_id, 'artist', q.artist, 'slug', a.slug,
        'rating', r.rating, 'body', r.body, 'author_name', r.author_name, 'author_town', r.author_town, 'pictures', to_jsonb(r.pictures),
        'reply', r.reply, 'replied_at', r.replied_at, 'created_at', r.created_at, 'hidden_reason', r.hidden_reason)
        || private.review_case(r)
      from public.reviews r join public.artists a on a.id = r.artist_id where r.id = q.id$q$,
    array['shown', 'hidden', 'low', 'disputed', 'waiting']::text[],
    array['created_at', 'rating', 'artist', 'author_name']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$function$;

CREATE OR REPLACE FUNCTION private.admin_release_lead(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead public.lead_records;
  v_asked uuid;
begin
  perform private.require_admin();
  update public.lead_records l set held = false where l.id = p_lead and l.held returning * into v_lead;
  if v_lead.id is null then perform private.fail('invalid_input', 'lead'); end if;
  select a.id into v_asked from private.lead_intake i join public.artists a on a.id = i.asked_artist and a.public_visible
    where i.lead_id = p_lead;
  if v_lead.kind = 'consultation' and v_asked is not null then
    -- A call was asked of this artist alone.
    insert into public.lead_assignments (lead_id, artist_id) values (p_lead, v_asked) on conflict do nothing;
  else
    perform private.offer_artists(p_lead, v_asked);
  end if;
  perform private.audit('lead.released', p_lead, jsonb_build_object('reason', (select r.held_reason from private.lead_reasons r where r.lead_id = p_lead)));
  return jsonb_build_object('id', p_lead, 'matches', private.lead_matches(p_lead));
end
$function$;

CREATE OR REPLACE FUNCTION private.artist_needs(p_artist uuid)
 RETURNS TABLE(kind text, lead_id uuid, at timestamp with time zone, until date, count integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
  -- Each request once, with what is most pressing about it.
  with t as materialized (select private.clock() as now, (private.clock() - interval '12 hours')::date as today)
  select n.kind, s.lead_id,
    case n.kind when 'dispute' then last.created_at when 'confirm' then s.completed_at when 'accepted' then s.accepted_at
      when 'message' then unread.last_at when 'answer' then s.created_at else p.created_at end,
    case n.kind when 'confirm' then (s.completed_at + interval '14 days')::date when 'painted' then p.starts_on + p.days
      when 'proposal_ends' then p.valid_until when 'proposal_ended' then p.valid_until end,
    unread.messages
  from t cross join public.lead_assignments s
  join public.lead_records l on l.id = s.lead_id and not l.held and l.withdrawn_at is null
  left join public.proposals p on p.lead_id = s.lead_id and p.artist_id = s.artist_id
    and p.state = case s.state when 'proposed' then 'open' when 'accepted' then 'accepted' end
  left join lateral (
    select e.event, e.actor, e.created_at from public.lead_events e
    where s.state in ('talking', 'accepted') and e.lead_id = s.lead_id and e.artist_id = s.artist_id order by e.id desc limit 1) last on true
  cross join lateral (
    select count(*) filter (where m.sender = 'client' and m.position > s.artist_read)::int as messages,
      max(m.created_at) filter (where m.sender = 'client') as last_at, max(m.created_at) filter (where m.sender = 'artist') as own_at
    from public.lead_messages m where m.lead_id = s.lead_id and m.artist_id = s.artist_id) unread
  cross join lateral (select case
    when last.event = 'dispute' and last.actor = 'client' and coalesce(unread.own_at < last.created_at, true) then 'dispute'
    when s.state = 'completed' and s.completed_by <> 'artist' and s.confirmed_at is null and s.completed_at >= t.now - interval '14 days' then 'confirm'
    when s.answered_at is null and s.state in ('sent', 'seen', 'talking') then 'answer'
    when unread.messages > 0 then 'message'
    when s.state = 'accepted' and s.accepted_at > t.now - interval '7 days' and coalesce(unread.own_at < s.accepted_at, true) then 'accepted'
    when s.state = 'accepted' and p.starts_on + p.days < t.today then 'painted'
    when s.state = 'proposed' and p.valid_until between t.today - 14 and t.today - 1 then 'proposal_ended'
    when s.state = 'proposed' and p.valid_until between t.today and t.today + 3 then 'proposal_ends' end as kind) n
  where s.artist_id = p_artist and s.state not in ('declined', 'passed', 'expired', 'withdrawn') and n.kind is not null
    and not exists (select from private.thread_reports r where r.lead_id = s.lead_id and r.artist_id = s.artist_id)
  union all
  -- Without one from before this directory had requests: the artist's page is where those are.
  select 'review', c.lead_id, r.created_at, null, r.rating
  from public.reviews r join private.review_checks c on c.review_id = r.id and c.lead_id is not null
  where r.artist_id = p_artist and r.public_visible and r.reply is null
    and r.created_at > private.clock() - interval '60 days'
$function$;

CREATE OR REPLACE FUNCTION private.count_reviews(p_artists uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- An update of no row would fire the triggers of reviews all the same.
  if not exists (select from public.reviews r where r.artist_id = any (p_artists) and r.counted_at is null) then return; end if;
  with ready as (
    -- Of two that become ready together the first.
    select distinct on (r.artist_id, s.address_hash) r.id, s.address_hash
    from public.reviews r
    join private.review_checks c on c.review_id = r.id and c.disputed_at is null and c.looked_at is null
    join public.lead_assignments a on a.lead_id = c.lead_id and a.artist_id = c.artist_id and private.has_artist_agreed(a)
    join private.lead_senders s on s.lead_id = c.lead_id and s.proven_at is not null
    where r.artist_id = any (p_artists) and r.counted_at is null
      and not private.has_reviewed_lately(r.artist_id, s.address_hash, r.created_at)
    order by r.artist_id, s.address_hash, r.created_at, r.id
  ), known as (
    update private.review_checks c set address_hash = n.address_hash from ready n where c.review_id = n.id)
  update public.reviews r set counted_at = private.clock() from ready n where r.id = n.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.drop_reviewer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.reviews r set author_name = null, pictures = '{}'
    from gone g join private.review_checks c on c.lead_id = g.lead_id where r.id = c.review_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.erase_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- As in `private.erase_uploads`.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
    using private.message_keys k, private.picture_names(old.lead_id, old.artist_id, k.idempotency_key, old.pictures) n
    where k.message_id = old.id and o.bucket_id = 'message-pictures' and o.name = n;
  perform set_config('storage.allow_delete_query', 'false', true);
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.finished_mural(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.my_artist_id();
  v_wall private.finished_walls;
begin
  if p_lead is null or not exists (select from private.leads_assigned_to_me() mine where mine = p_lead) then
    perform private.fail('not_allowed');
  end if;
  select * into v_wall from private.finished_walls w where w.lead_id = p_lead and w.artist_id = v_artist;
  return jsonb_build_object('consent', v_wall.consent,
    'mural', (
      select jsonb_build_object('slug', m.slug, 'title', m.title, 'public_visible', m.public_visible,
        'pictures', to_jsonb(array_remove(m.image_url || m.gallery_images, null)))
      from public.murals m where m.id = v_wall.mural_id),
    'pictures', coalesce((
      select jsonb_agg(jsonb_build_object('path', n.name, 'sender', m.sender) order by m.position, n.at)
      from public.lead_messages m join private.message_keys k on k.message_id = m.id
      cross join lateral private.picture_names(m.lead_id, m.artist_id, k.idempotency_key, m.pictures) with ordinality n (name, at)
      join storage.objects o on o.bucket_id = 'message-pictures' and o.name = n.name
      where m.lead_id = p_lead and m.artist_id = v_artist and m.pictures > 0
        and not exists (select from private.thread_reports r
          where r.lead_id = p_lead and r.artist_id = v_artist and r.side = 'artist')), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_dispute()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A status that is moved back says the same, but takes nothing off the page.
  perform private.note_dispute(r.id, null) from private.review_checks c join public.reviews r on r.id = c.review_id
    where c.lead_id = new.lead_id and c.artist_id = new.artist_id and (new.event = 'dispute' or r.counted_at is null);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_reviewer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.reviews r set author_name = null, pictures = '{}' where r.id = new.review_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.hide_review(p_review uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    set hidden_at = coalesce(r.hidden_at, private.clock()), hidden_reason = v_reason
    where r.id = p_review returning * into v_review;
  perform private.audit('review.hidden', p_review, jsonb_build_object('artist', v_review.artist_id, 'reason', v_reason));
  perform private.mail_client('request_review_hidden', p_review || ':' || v_review.hidden_at, c.lead_id, c.artist_id),
      private.mail_artist('lead_review_hidden', p_review || ':' || v_review.hidden_at, c.lead_id, c.artist_id)
    from private.review_checks c where c.review_id = p_review and c.lead_id is not null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lead_doubles(p_lead uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg((select v.lead from private.admin_leads v where v.id = o.id) || jsonb_build_object(
      'mergeable', private.is_proven_pair(p_lead, o.id)) order by o.created_at desc, o.id), '[]')
  from (
    select l.id, l.created_at
    from public.lead_records l
    where l.id <> p_lead and l.id in (
        select c.lead_id from public.lead_contacts c
        where lower(c.email) = (select lower(m.email) from public.lead_contacts m where m.lead_id = p_lead)
        union
        select s.id from public.lead_records s
        where s.created_by_user = (select m.created_by_user from public.lead_records m where m.id = p_lead))
      and (l.withdrawn_at is null or l.id in (select r.lead_id from private.lead_reasons r where r.merged_into = p_lead))
    order by l.created_at desc, l.id limit 5
  ) o
$function$;

CREATE OR REPLACE FUNCTION private.mail_details(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case
    when p_mail.kind in ('lead_message', 'request_message') then private.message_data(p_mail)
    when p_mail.kind = 'request_proposal' then (
      select jsonb_build_object('proposal', private.proposal_line(p)) from public.proposals p
      where p.lead_id = p_mail.lead_id and p.artist_id = p_mail.artist_id and p.state = 'open')
    when p_mail.kind in ('request_declined', 'request_expired') then jsonb_build_object(
      'reason', (select e.reason from public.lead_events e
        where e.lead_id = p_mail.lead_id and e.artist_id = p_mail.artist_id and e.event = 'decline' order by e.id desc limit 1),
      'matches', private.request_page(p_mail.lead_id) -> 'matches')
    when p_mail.kind in ('lead_reviewed', 'request_replied', 'lead_review_hidden', 'request_review_hidden') then (
      select jsonb_build_object('review', private.review_line(r, null)) from private.review_checks c join public.reviews r on r.id = c.review_id
      where c.lead_id = p_mail.lead_id and c.artist_id = p_mail.artist_id
        and (r.hidden_at is not null) = (p_mail.kind in ('lead_review_hidden', 'request_review_hidden')))
    when p_mail.kind = 'mural_hidden' then (
      select jsonb_build_object('title', m.title, 'reason', m.hidden_reason) from public.murals m
      where m.id = (p_mail.payload ->> 'mural')::uuid and m.hidden_at is not null)
    -- Null where somebody has decided before the mail left.
    when p_mail.kind = 'picture_reported' then (
      select jsonb_build_object('reason', r.reason, 'words', r.words, 'page', r.page) from private.picture_reports r
      where r.picture = p_mail.payload ->> 'picture' and r.decision is null order by r.created_at desc, r.id limit 1)
    else '{}' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_new_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead public.lead_records;
begin
  select * into v_lead from public.lead_records l where l.id = new.lead_id;
  if v_lead.id is null or new.created_at < now() then return null; end if;
  if v_lead.held then
    -- One an hour and admin: a flood is held so that it troubles nobody.
    perform private.mail_admins('lead_held', to_char(now() at time zone 'utc', 'YYYY-MM-DD HH24'), v_lead.id,
      jsonb_build_object('reason', (select r.held_reason from private.lead_reasons r where r.lead_id = v_lead.id)));
    return null;
  end if;
  perform private.confirm_request(v_lead.id);
  if not exists (select from private.lead_offers o where o.lead_id = v_lead.id)
     and not exists (select from public.lead_assignments a where a.lead_id = v_lead.id) then
    perform private.mail_admins('request_unmatched', v_lead.id::text, v_lead.id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_add_review_picture(p_bucket text, p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_review public.reviews;
begin
  if p_bucket <> 'review-pictures' then return false; end if;
  v_review := private.review_of_picture(p_name);
  return private.may_change(v_review.created_at) and exists (
    select from private.threads_i_read() t join private.review_checks c on c.lead_id = t.lead_id and c.artist_id = t.artist_id
    where c.review_id = v_review.id and t.side = 'client');
end
$function$;

CREATE OR REPLACE FUNCTION private.merge_leads(p_keep uuid, p_double uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_new uuid[];
begin
  perform private.require_admin();
  -- Both in the order of ids, as everywhere.
  perform from public.lead_records l where l.id in (p_keep, p_double) order by l.id for update;
  if exists (select from private.lead_reasons r where r.lead_id = p_double and r.merged_into = p_keep) then
    return jsonb_build_object('id', p_keep, 'replayed', true);
  end if;
  if p_keep = p_double or private.same_person(p_keep, p_double) is not true then perform private.fail('leads_differ'); end if;
  if private.is_proven_pair(p_keep, p_double) is not true then perform private.fail('person_unproven'); end if;
  if exists (select from public.lead_records l where l.id in (p_keep, p_double) and l.withdrawn_at is not null) then
    perform private.fail('request_withdrawn');
  end if;
  if exists (select from public.lead_assignments a where a.lead_id = p_double and a.state in ('accepted', 'completed')) then
    perform private.fail('double_decided');
  end if;

  -- Who is at it goes on with the other one, as far as they are; dated as before, so that nobody is told of a new request.
  with moved as (
    insert into public.lead_assignments (lead_id, artist_id, status, created_at, updated_at, seen_at, answered_at)
      select p_keep, a.artist_id, a.status, a.created_at, a.updated_at, a.seen_at, a.answered_at
      from public.lead_assignments a
      where a.lead_id = p_double and a.state in ('sent', 'seen', 'talking', 'proposed')
        and not exists (select from public.lead_assignments k where k.lead_id = p_keep and k.artist_id = a.artist_id)
      order by a.created_at
      limit greatest(0, 10 - (select count(*) from public.lead_assignments k where k.lead_id = p_keep))
      returning artist_id)
  select coalesce(array_agg(m.artist_id order by m.artist_id), '{}') into v_new from moved m;
  perform private.close_double(p_double);
  insert into private.lead_reasons (lead_id, merged_into) values (p_double, p_keep)
    on conflict (lead_id) do update set merged_into = excluded.merged_into;
  update public.lead_records l set withdrawn_at = now() where l.id = p_double;
  update public.lead_records l set held = false where l.id = p_keep and l.held and cardinality(v_new) > 0;
  update private.lead_notes n set lead_id = p_keep where n.lead_id = p_double;
  perform private.audit('lead.merged', p_keep, jsonb_build_object('double', p_double, 'artists', v_new));
  perform private.audit('lead.merged', p_double, jsonb_build_object('into', p_keep));
  return jsonb_build_object('id', p_keep, 'replayed', false);
end
$function$;

CREATE OR REPLACE FUNCTION private.message_line(p_message public.lead_messages, p_side text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('id', p_message.id, 'position', p_message.position, 'artist_id', p_message.artist_id,
    'sender', p_message.sender, 'body', p_message.body, 'created_at', p_message.created_at,
    'key', case when p_message.sender = p_side then (
      select k.idempotency_key from private.message_keys k where k.message_id = p_message.id) end,
    'pictures', coalesce(case when p_message.pictures > 0 then (
      select jsonb_agg(jsonb_build_object('path', n.name,
        'arrived', exists (select from storage.objects o where o.bucket_id = 'message-pictures' and o.name = n.name)) order by n.at)
      from private.message_keys k
      cross join private.picture_names(p_message.lead_id, p_message.artist_id, k.idempotency_key, p_message.pictures)
        with ordinality n (name, at)
      where k.message_id = p_message.id) end, '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.message_of_picture(p_name text)
 RETURNS public.lead_messages
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_uuid constant text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  v_message public.lead_messages;
begin
  if p_name !~ concat('^', c_uuid, '/', c_uuid, '/[0-9a-f]{64}/[0-3]\.webp$') then return null; end if;
  select m.* into v_message from public.lead_messages m join private.message_keys k on k.message_id = m.id
    where m.lead_id = split_part(p_name, '/', 1)::uuid and m.artist_id = split_part(p_name, '/', 2)::uuid and m.pictures > 0
      and p_name in (select private.picture_names(m.lead_id, m.artist_id, k.idempotency_key, m.pictures));
  return v_message;
end
$function$;

CREATE OR REPLACE FUNCTION private.my_review(p_review uuid, p_side text, p_token text)
 RETURNS public.reviews
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_review public.reviews;
  v_lead uuid := (select c.lead_id from private.review_checks c where c.review_id = p_review);
begin
  select * into v_review from public.reviews r where r.id = p_review;
  -- The same answer for a review that does not exist and for one that is somebody else's.
  if v_lead is null then
    if v_review.artist_id is distinct from private.my_artist_id() or p_side <> 'artist' then
      perform private.fail(case when p_token is null then 'not_allowed' else 'link_refused' end);
    end if;
  elsif private.thread_side(v_lead, v_review.artist_id, p_token) <> p_side then
    perform private.fail('not_allowed');
  end if;
  select * into v_review from public.reviews r where r.id = p_review for no key update;
  return v_review;
end
$function$;

CREATE OR REPLACE FUNCTION private.page_row(p_row jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_row - '{user_id,published_at,hidden_at,hidden_reason,counted_at}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.proposal_line(p_proposal public.proposals)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return to_jsonb(p_proposal) - 'lead_id';
end
$function$;

CREATE OR REPLACE FUNCTION private.reply_to_review(p_review uuid, p_body text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_review public.reviews := private.my_review(p_review, 'artist', null);
  v_body text := private.clean(p_body);
begin
  if coalesce(v_body, '') = '' then perform private.fail('reply_required'); end if;
  if char_length(v_body) > 2000 then perform private.fail('reply_too_long'); end if;
  if v_review.reply = v_body then return private.review_line(v_review, 'artist'); end if;
  if not private.may_change(coalesce(v_review.replied_at, private.clock())) then perform private.fail('review_final'); end if;
  update public.reviews r set reply = v_body, replied_at = coalesce(r.replied_at, private.clock())
    where r.id = p_review returning * into v_review;
  perform private.mail_client('request_replied', p_review::text, c.lead_id, c.artist_id)
    from private.review_checks c where c.review_id = p_review;
  return private.review_line(v_review, 'artist');
end
$function$;

CREATE OR REPLACE FUNCTION private.request_consultation(p_key uuid, p_artist uuid, p_name text, p_email text, p_phone text, p_preferred_time text, p_message text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := gen_random_uuid();
  v_intake private.lead_intake;
  v_artist public.artists;
  v_user uuid := (select u.id from auth.users u where u.id = auth.uid());
  v_held text;
  v_name text := private.clean(p_name);
  v_email text := private.clean(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_time text := private.clean_or_null(p_preferred_time);
  v_message text := private.clean(p_message);
begin
  if v_user is null then perform private.fail('not_allowed'); end if;
  perform private.check_person(v_name, v_email, v_phone);
  if char_length(v_time) > 100 then perform private.fail('invalid_input', 'preferred_time'); end if;
  if char_length(coalesce(v_message, '')) < 10 then perform private.fail('project_too_short', 'message'); end if;
  if char_length(v_message) > 2000 then perform private.fail('project_too_long', 'message'); end if;
  if p_key is null then perform private.fail('invalid_input'); end if;

  v_intake := private.claim_key(p_key, v_lead,
    jsonb_build_array('consultation', v_user, p_artist, v_name, v_email, v_phone, v_time, v_message), null);
  if v_intake.lead_id <> v_lead then
    return private.with_link(jsonb_build_object('id', v_intake.lead_id, 'replayed', true));
  end if;

  select * into v_artist from public.artists a where a.id = p_artist and a.public_visible;
  if v_artist.id is null then perform private.fail('artist_unknown'); end if;
  -- Not asked of a repeated form: a call from before the pause is answered again.
  if not private.takes_requests(v_artist.paused_until) then perform private.fail('artist_paused'); end if;
  v_held := private.lead_hold();
  insert into public.lead_records (id, kind, city, project_description, preferred_time, created_by_user, held)
    values (v_lead, 'consultation', v_artist.city, v_message, v_time, v_user, v_held is not null);
  insert into public.lead_contacts (lead_id, name, email, phone) values (v_lead, v_name, v_email, v_phone);
  if v_held is null then
    insert into public.lead_assignments (lead_id, artist_id) values (v_lead, p_artist);
  else
    insert into private.lead_reasons (lead_id, held_reason) values (v_lead, v_held);
  end if;
  update private.lead_intake i set selected_at = now(), asked_artist = p_artist where i.lead_id = v_lead;
  return private.with_link(jsonb_build_object('id', v_lead, 'replayed', false));
end
$function$;

CREATE OR REPLACE FUNCTION private.request_page(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Whoever did not say that a wall is painted is taken to agree after two weeks.
  v_agreed timestamptz := private.clock() - interval '14 days';
begin
  -- Whether it is held is not among it: what looks like a robot is not told so.
  return (select jsonb_build_object('id', l.id, 'reference', l.reference,
    'state', case when l.withdrawn_at is null then 'open' else 'withdrawn' end,
    'kind', l.kind, 'name', c.name, 'email', c.email, 'phone', c.phone, 'city', l.city,
    'project_description', l.project_description, 'mural_size', l.mural_size, 'surface_type', l.surface_type,
    'style_preference', l.style_preference, 'budget_range', l.budget_range, 'preferred_time', l.preferred_time,
    'created_at', l.created_at, 'details', private.details_line(l.id),
    'merged_into', (
      select k.reference from private.lead_reasons r join public.lead_records k on k.id = r.merged_into where r.lead_id = l.id),
    'artists', case when l.held then '[]' else coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'slug', case when a.public_visible then a.slug end,
        'state', s.state, 'updated_at', greatest(s.updated_at, s.seen_at, t.last_at), 'unread', coalesce(t.unread, 0),
        'reported', r.lead_id is not null, 'completed_by', s.completed_by,
        'confirmed', s.state = 'completed' and (s.confirmed_at is not null or s.completed_at < v_agreed),
        'contact', case when s.accepted_at is not null and s.state in ('accepted', 'completed') then (
          select jsonb_build_object('email', e.email, 'phone', e.phone) from public.artist_contacts e where e.artist_id = a.id) end)
        order by s.created_at, a.name)
      from public.lead_assignments s join public.artists a on a.id = s.artist_id
      left join private.thread_reports r on r.lead_id = s.lead_id and r.artist_id = s.artist_id and r.side = 'client'
      left join lateral (
        select max(m.created_at) as last_at, count(*) filter (where m.sender = 'artist' and m.position > s.client_read) as unread
        from public.lead_messages m where m.lead_id = s.lead_id and m.artist_id = s.artist_id and r.lead_id is null) t on true
      where s.lead_id = l.id), '[]') end,
    'messages', case when l.held then '[]' else coalesce((
      select jsonb_agg(private.message_line(m, 'client') order by m.position)
      from (
        select n.* from public.lead_messages n
        where n.lead_id = l.id and not exists (select from private.thread_reports r
          where r.lead_id = n.lead_id and r.artist_id = n.artist_id and r.side = 'client')
        order by n.position desc limit 50) m), '[]') end,
    'proposals', case when l.held then '[]' else coalesce((
      select jsonb_agg(private.proposal_line(p) order by p.low, p.created_at)
      from public.proposals p
      where p.lead_id = l.id and p.state in ('open', 'accepted', 'passed')
        and not exists (select from private.thread_reports r
          where r.lead_id = p.lead_id and r.artist_id = p.artist_id and r.side = 'client')), '[]') end,
    -- Nobody else is looked for once somebody is chosen.
    'matches', case when l.withdrawn_at is not null
        or exists (select from public.lead_assignments s where s.lead_id = l.id and s.accepted_at is not null) then '[]'
      else coalesce((
        select jsonb_agg(m.card order by m.at) from jsonb_array_elements(private.lead_matches(l.id)) with ordinality m (card, at)
        where not exists (
          select from public.lead_assignments s where s.lead_id = l.id and s.artist_id = (m.card ->> 'id')::uuid)), '[]') end)
  from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
  where l.id = p_lead);
end
$function$;

CREATE OR REPLACE FUNCTION private.review_case(p_review public.reviews)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('lead_id', c.lead_id, 'waits_for', private.review_waits_for(p_review),
    'disputed_at', c.disputed_at, 'dispute_reason', c.dispute_reason, 'looked_at', c.looked_at,
    'proven', coalesce(s.proven_at is not null, false),
    'same_sender', (select count(*) from private.review_checks o where o.address_hash = c.address_hash and o.review_id <> c.review_id),
    'same_network', (select count(*) from private.review_checks o
      where o.artist_id = p_review.artist_id and o.network_hash = c.network_hash and o.review_id <> c.review_id))
  from (select 1) one
  left join private.review_checks c on c.review_id = p_review.id
  left join private.lead_senders s on s.lead_id = c.lead_id
$function$;

CREATE OR REPLACE FUNCTION private.review_waits_for(p_review public.reviews)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when p_review.counted_at is not null then null
    when c.disputed_at is not null and c.looked_at is null then 'dispute'
    when a.lead_id is null or a.accepted_at is null then 'admin'
    when s.proven_at is null then 'proof'
    when not private.has_artist_agreed(a) then 'artist'
    else 'admin' end
  from (select 1) one
  left join private.review_checks c on c.review_id = p_review.id
  left join public.lead_assignments a on a.lead_id = c.lead_id and a.artist_id = c.artist_id
  left join private.lead_senders s on s.lead_id = c.lead_id
$function$;

CREATE OR REPLACE FUNCTION private.send_message(p_lead uuid, p_artist uuid, p_body text, p_key uuid, p_token text, p_pictures integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.thread_side(p_lead, p_artist, p_token);
  v_body text := coalesce(private.clean(p_body), '');
  v_pictures int := coalesce(p_pictures, 0);
  v_withdrawn timestamptz;
  v_message public.lead_messages;
begin
  if v_pictures > 4 then perform private.fail('pictures_too_many'); end if;
  if v_body = '' and v_pictures <= 0 then perform private.fail('message_required'); end if;
  if char_length(v_body) > 2000 then perform private.fail('message_too_long'); end if;
  if p_key is null or v_pictures < 0 then perform private.fail('invalid_input'); end if;
  -- A twin waits here until the first one is done.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  select m.* into v_message from private.message_keys k join public.lead_messages m on m.id = k.message_id
    where k.lead_id = p_lead and k.artist_id = p_artist and k.sender = v_side and k.idempotency_key = p_key;
  if found then
    if (v_message.body, v_message.pictures) <> (v_body, v_pictures) then perform private.fail('idempotency_conflict'); end if;
    return private.message_line(v_message, v_side) || '{"replayed": true}';
  end if;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  if exists (select from private.thread_reports r where r.lead_id = p_lead and r.artist_id = p_artist) then
    perform private.fail('move_refused');
  end if;
  if v_pictures > 0 and v_pictures + (
      select coalesce(sum(m.pictures), 0) from public.lead_messages m
      where m.lead_id = p_lead and m.artist_id = p_artist and m.sender = v_side and m.pictures > 0) > 100 then
    perform private.fail('pictures_full');
  end if;
  perform private.hit('message', concat_ws(':', p_lead, p_artist, v_side), private.setting_int('message_limit', 60), interval '10 minutes');
  perform private.move_assignment(p_lead, p_artist, 'write', v_side);
  insert into public.lead_messages (lead_id, artist_id, sender, body, pictures)
    values (p_lead, p_artist, v_side, v_body, v_pictures) returning * into v_message;
  insert into private.message_keys (message_id, lead_id, artist_id, sender, idempotency_key)
    values (v_message.id, p_lead, p_artist, v_side, p_key);
  -- Whoever answers has read what is above.
  update public.lead_assignments a
    set client_read = case when v_side = 'client' then v_message.position else a.client_read end,
      artist_read = case when v_side = 'artist' then v_message.position else a.artist_read end
    where a.lead_id = p_lead and a.artist_id = p_artist;
  perform private.tell_message(v_message);
  return private.message_line(v_message, v_side) || '{"replayed": false}';
end
$function$;

CREATE OR REPLACE FUNCTION private.send_proposal(p_lead uuid, p_low integer, p_high integer, p_starts_on date, p_days integer, p_message text, p_valid_until date, p_key uuid, p_included text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_high int := coalesce(p_high, p_low);
  v_message text := private.clean_or_null(p_message);
  v_included text[];
  v_proposal public.proposals;
begin
  select coalesce(array_agg(distinct x order by x), '{}') into v_included from unnest(p_included) x;
  if p_key is null then perform private.fail('invalid_input'); end if;
  select p.* into v_proposal from private.proposal_keys k join public.proposals p on p.id = k.proposal_id
    where k.lead_id = p_lead and k.artist_id = v_artist and k.idempotency_key = p_key;
  if found then
    if (v_proposal.low, v_proposal.high, v_proposal.starts_on, v_proposal.days, v_proposal.message, v_proposal.valid_until, v_proposal.included)
       is distinct from (p_low, v_high, p_starts_on, p_days, v_message, p_valid_until, v_included) then
      perform private.fail('idempotency_conflict');
    end if;
    return jsonb_build_object('id', v_proposal.id, 'replayed', true);
  end if;
  perform private.check_proposal(p_low, v_high, p_starts_on, p_days, v_included, v_message, p_valid_until);
  perform private.move_assignment(p_lead, v_artist, 'propose', 'artist');
  update public.proposals p set state = 'replaced' where p.lead_id = p_lead and p.artist_id = v_artist and p.state = 'open';
  insert into public.proposals (lead_id, artist_id, low, high, starts_on, days, included, message, valid_until)
    values (p_lead, v_artist, p_low, v_high, p_starts_on, p_days, v_included, v_message, p_valid_until)
    returning * into v_proposal;
  insert into private.proposal_keys (proposal_id, lead_id, artist_id, idempotency_key)
    values (v_proposal.id, p_lead, v_artist, p_key);
  perform private.mail_client('request_proposal', v_proposal.id::text, p_lead, v_artist);
  return jsonb_build_object('id', v_proposal.id, 'replayed', false);
end
$function$;

CREATE OR REPLACE FUNCTION private.show_review(p_review uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  update private.review_checks c set looked_at = coalesce(c.looked_at, private.clock()) where c.review_id = p_review;
  update public.reviews r
    set hidden_at = null, hidden_reason = null, counted_at = coalesce(r.counted_at, private.clock())
    where r.id = p_review and not r.public_visible;
  if found then perform private.audit('review.shown', p_review); end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.submit_lead(p_key uuid, p_claim text, p_name text, p_email text, p_phone text, p_city text, p_project_description text, p_mural_size text, p_surface_type text, p_style_preference text, p_budget_range text, p_artist uuid, p_website text, p_elapsed_ms integer, p_details jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := gen_random_uuid();
  v_intake private.lead_intake;
  v_over text;
  v_held text;
  v_name text := private.clean(p_name);
  v_email text := private.clean(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_city text := private.clean(p_city);
  v_project text := private.clean(p_project_description);
  v_size text := private.clean_or_null(p_mural_size);
  v_details public.lead_details;
  v_slugs text[];
  v_form jsonb;
begin
  perform private.check_person(v_name, v_email, v_phone);
  perform private.check_project(v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range);
  v_details := private.checked_details(p_details);
  v_slugs := private.detail_slugs(p_details -> 'mural_slugs');
  if cardinality(v_details.mural_ids) + cardinality(v_slugs) > 6 then perform private.fail('liked_murals_too_many'); end if;
  -- Only what nobody has named can be unknown.
  v_details.surface_unsure := v_details.surface_unsure and p_surface_type = 'other';
  -- 32 random bytes, however the caller wrote them down: 43 characters of base64url, 44 of base64, 64 of hex.
  if p_key is null or p_claim is null or p_claim !~ '^[A-Za-z0-9_+/=-]{43,128}$' then perform private.fail('invalid_input'); end if;

  v_form := jsonb_build_array(v_name, v_email, v_phone, v_city, v_project, v_size,
    p_surface_type, p_style_preference, p_budget_range, p_artist);
  if private.has_details(v_details) or v_slugs <> '{}' then
    v_form := v_form || jsonb_build_array(to_jsonb(v_details), to_jsonb(v_slugs));
  end if;
  v_intake := private.claim_key(p_key, v_lead, v_form, p_claim);
  if v_intake.lead_id <> v_lead then
    return private.with_link(jsonb_build_object('id', v_intake.lead_id, 'replayed', true, 'matches',
      case when v_intake.selected_at is null then private.lead_matches(v_intake.lead_id) else '[]' end));
  end if;
  v_over := private.lead_hold();

  -- What looks like a robot or a flood is kept for the admin, never dropped, and the answer does not tell.
  v_held := case
    when coalesce(p_website, '') <> '' then 'honeypot'
    when p_elapsed_ms < private.setting_int('lead_min_elapsed_ms', 250) then 'too_fast'
    else v_over end;
  insert into public.lead_records (id, city, project_description, mural_size, surface_type, style_preference, budget_range,
      created_by_user, held)
    values (v_lead, v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range,
      (select u.id from auth.users u where u.id = auth.uid()), v_held is not null);
  insert into public.lead_contacts (lead_id, name, email, phone) values (v_lead, v_name, v_email, v_phone);
  perform private.store_details(v_lead, v_details, v_slugs);
  if v_held is null then
    perform private.offer_artists(v_lead, p_artist);
  else
    insert into private.lead_reasons (lead_id, held_reason) values (v_lead, v_held);
    update private.lead_intake i set asked_artist = (select a.id from public.artists a where a.id = p_artist) where i.lead_id = v_lead;
  end if;
  return private.with_link(jsonb_build_object('id', v_lead, 'replayed', false, 'matches', private.lead_matches(v_lead)));
end
$function$;

CREATE OR REPLACE FUNCTION private.submit_review(p_lead uuid, p_artist uuid, p_rating integer, p_body text, p_token text, p_name text, p_town text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  insert into private.review_checks (review_id, lead_id, artist_id, address_hash, network_hash)
    values (v_review.id, p_lead, p_artist, v_address, private.network_hash());
  perform private.count_reviews(array[p_artist]);
  select * into v_review from public.reviews r where r.id = v_review.id;
  perform private.mail_artist('lead_reviewed', v_review.id::text, p_lead, p_artist);
  return private.review_line(v_review, 'client') || '{"replayed": false}';
end
$function$;

CREATE OR REPLACE FUNCTION private.thread_review(p_lead uuid, p_artist uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.thread_side(p_lead, p_artist, p_token);
begin
  return (
    select jsonb_build_object('side', v_side,
      'review', (select private.review_line(r, v_side) from private.review_checks c join public.reviews r on r.id = c.review_id
        where c.lead_id = p_lead and c.artist_id = p_artist),
      'author', case v_side when 'client' then private.review_author(p_lead) end,
      'possible', a.state = 'completed')
    from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist);
end
$function$;

ALTER TABLE "private"."lead_reasons" ADD CONSTRAINT "lead_reasons_lead_id_fkey" FOREIGN KEY (lead_id) REFERENCES public.lead_records(id) ON DELETE CASCADE;

ALTER TABLE "private"."lead_reasons" ADD CONSTRAINT "lead_reasons_merged_into_fkey" FOREIGN KEY (merged_into) REFERENCES public.lead_records(id) ON DELETE SET NULL;

ALTER TABLE "private"."message_keys" ADD CONSTRAINT "message_keys_message_id_fkey" FOREIGN KEY (message_id) REFERENCES public.lead_messages(id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_keys" ADD CONSTRAINT "proposal_keys_proposal_id_fkey" FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE;

ALTER TABLE "private"."review_checks" ADD CONSTRAINT "review_checks_lead_id_artist_id_key" UNIQUE (lead_id, artist_id);

ALTER TABLE "private"."review_checks" ADD CONSTRAINT "review_checks_lead_id_fkey" FOREIGN KEY (lead_id) REFERENCES public.lead_records(id) ON DELETE SET NULL;

CREATE VIEW "private"."admin_leads" WITH (security_invoker=true) AS  SELECT l.id,
    (to_jsonb(l.*) || jsonb_build_object('held_reason', w.held_reason, 'reference', r.reference, 'merged_into', w.merged_into, 'proven', private.is_own_address(l.id), 'assignments', COALESCE(( SELECT jsonb_agg(jsonb_build_object('artist_id', a.id, 'name', a.name, 'status', s.status, 'state', s.state, 'reported', (EXISTS ( SELECT
                   FROM private.thread_reports t
                  WHERE ((t.lead_id = s.lead_id) AND (t.artist_id = s.artist_id))))) ORDER BY a.name) AS jsonb_agg
           FROM (public.lead_assignments s
             JOIN public.artists a ON ((a.id = s.artist_id)))
          WHERE (s.lead_id = l.id)), '[]'::jsonb))) AS lead
   FROM ((private.leads_in_full l
     JOIN public.lead_records r ON ((r.id = l.id)))
     LEFT JOIN private.lead_reasons w ON ((w.lead_id = l.id)));

ALTER VIEW "private"."admin_leads" OWNER TO "postgres";

CREATE INDEX lead_reasons_merged_idx ON private.lead_reasons USING btree (merged_into);

CREATE INDEX proposals_thread_idx ON public.proposals USING btree (lead_id, artist_id);

CREATE TRIGGER review_checks_forget_reviewer AFTER UPDATE OF lead_id ON private.review_checks FOR EACH ROW WHEN (((old.lead_id IS NOT NULL) AND (new.lead_id IS NULL))) EXECUTE FUNCTION private.forget_reviewer();

CREATE TRIGGER lead_messages_erase_pictures BEFORE DELETE ON public.lead_messages FOR EACH ROW WHEN ((old.pictures > 0)) EXECUTE FUNCTION private.erase_pictures();

CREATE TRIGGER reviews_touch BEFORE UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.touch('public_visible', 'hidden_reason');

COMMENT ON FUNCTION "private"."review_case"(public.reviews) IS 'What an admin judges a review by: its request, the dispute, whether its sender is proven, and how many reviews came from the same mailbox or, of the same artist, from the same network.';

COMMENT ON TABLE "private"."lead_reasons" IS 'Why a lead was held or closed, for admins alone: what looks like a robot is not told so. Most have none.';

COMMENT ON TABLE "private"."message_keys" IS 'The key that each message was sent with: it keeps one from being stored twice, and is the secret of its sender.';

COMMENT ON TABLE "private"."proposal_keys" IS 'The key that each proposal was sent with: it keeps one from being stored twice.';

COMMENT ON TABLE "private"."review_checks" IS 'Which request a review comes from, and what an admin needs to judge it, also when that is erased: peppered hashes of its sender''s address and network, the artist''s dispute, and whether an admin has looked. A review that was brought in has none.';

COMMENT ON TABLE "public"."reviews" IS 'What clients say of painted walls. Public, without a contact; which request one comes from is in private.review_checks.';

COMMENT ON VIEW "private"."admin_leads" IS 'A lead as the admin''s list shows it, with the artists who have it.';

REVOKE ALL ON TABLE "public"."lead_messages" FROM "authenticated";

GRANT SELECT ON TABLE "public"."lead_messages" TO "authenticated";

REVOKE ALL ON TABLE "public"."lead_records" FROM "authenticated";

GRANT SELECT ON TABLE "public"."lead_records" TO "authenticated";

REVOKE ALL ON TABLE "public"."notices" FROM "authenticated";

GRANT SELECT ON TABLE "public"."notices" TO "authenticated";

REVOKE ALL ON TABLE "public"."proposals" FROM "authenticated";

GRANT SELECT ON TABLE "public"."proposals" TO "authenticated";

REVOKE ALL ON TABLE "public"."reviews" FROM "anon";

GRANT SELECT ON TABLE "public"."reviews" TO "anon";

REVOKE ALL ON TABLE "public"."reviews" FROM "authenticated";

GRANT SELECT ON TABLE "public"."reviews" TO "authenticated";

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"files","query":"\n    select jsonb_build_object(''bucket'', o.bucket_id, ''path'', o.name, ''created_at'', o.created_at, ''metadata'', o.metadata)\n    from storage.objects o where o.name like auth.uid() || ''/%''\n      or (o.bucket_id = ''message-pictures'' and (split_part(o.name, ''/'', 1), split_part(o.name, ''/'', 2)) in (\n        select t.lead_id::text, t.artist_id::text from private.my_threads() t))\n      or (o.bucket_id = ''review-pictures'' and split_part(o.name, ''/'', 1) in (\n        select c.review_id::text from private.review_checks c join public.lead_records l on l.id = c.lead_id where l.created_by_user = auth.uid()))\n      or (o.bucket_id = ''lead-photos'' and split_part(o.name, ''/'', 1) in (\n        select l.id::text from public.lead_records l where l.created_by_user = auth.uid()))"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"leads","query":"\n    select to_jsonb(l) - ''{created_by_user,held,reference}''::text[]\n      || jsonb_build_object(''merged_into'', (select r.merged_into from private.lead_reasons r where r.lead_id = l.id),\n        ''status'', s.status, ''assigned_at'', s.created_at, ''updated_at'', s.updated_at, ''seen_at'', s.seen_at, ''state'', s.state,\n        ''answered_at'', s.answered_at, ''accepted_at'', s.accepted_at, ''completed_by'', s.completed_by, ''completed_at'', s.completed_at,\n        ''confirmed_at'', s.confirmed_at, ''client_read'', s.client_read, ''artist_read'', s.artist_read,\n        ''name'', coalesce(c.name, ''***''), ''email'', c.email, ''phone'', c.phone)\n    from public.lead_assignments s\n    join public.lead_records l on l.id = s.lead_id\n    left join public.lead_contacts c on c.lead_id = l.id and c.lead_id in (select private.leads_whose_contact_i_see())\n    where s.artist_id = private.my_artist_id() and l.id in (select private.leads_assigned_to_me())"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"messages","query":"\n    select to_jsonb(m) - ''position'' || jsonb_build_object(''pictures'', private.message_line(m, null) -> ''pictures'') from public.lead_messages m\n    where (m.lead_id, m.artist_id) in (select t.lead_id, t.artist_id from private.my_threads() t)"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"proposals","query":"\n    select to_jsonb(p) from public.proposals p\n    where (p.lead_id, p.artist_id) in (select t.lead_id, t.artist_id from private.my_threads() t)"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"review_disputes","query":"\n    select jsonb_build_object(''review'', c.review_id, ''disputed_at'', c.disputed_at, ''reason'', c.dispute_reason)\n    from private.review_checks c where c.artist_id = private.my_artist_id() and c.disputed_at is not null"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"reviews","query":"\n    select to_jsonb(r) - ''{public_visible,counted_at}''::text[] || jsonb_build_object(''lead_id'', c.lead_id)\n    from public.reviews r left join private.review_checks c on c.review_id = r.id\n    where r.artist_id = private.my_artist_id()\n      or c.lead_id in (select l.id from public.lead_records l where l.created_by_user = auth.uid())"}')
  on conflict (part) do update set query = excluded.query;

reset check_function_bodies;
