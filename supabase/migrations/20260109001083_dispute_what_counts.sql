-- Whoever waited with the proof, or changed the stars on the last day, left the artist no time for a dispute: its 14 days
-- begin when a review counts, and again when it says something else.
alter table private.review_checks add column changed_at timestamptz;
comment on column private.review_checks.changed_at is 'When the client last changed the stars or the words.';

create function private.may_dispute(p_review public.reviews) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select not exists (select from private.review_checks c
      where c.review_id = p_review.id and (c.disputed_at is not null or c.looked_at is not null))
    and private.may_change(greatest(p_review.created_at, p_review.counted_at,
      (select c.changed_at from private.review_checks c where c.review_id = p_review.id)))
$$;
comment on function private.may_dispute(public.reviews) is
  'Whether its artist can dispute a review: for 14 days from when it was written, counted or changed, until an admin has looked.';

create function private.note_changed_review() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- What an admin looked at were other words.
  update private.review_checks c set changed_at = private.clock(),
      looked_at = case when new.hidden_at is not null then c.looked_at end,
      disputed_at = case when new.hidden_at is not null or c.looked_at is null then c.disputed_at end
    where c.review_id = new.id;
  return null;
end
$$;
comment on function private.note_changed_review() is 'A client changed the stars or the words of a review: its artist can dispute it anew.';
create trigger reviews_changed after update of rating, body on public.reviews
  for each row when ((old.rating, old.body) is distinct from (new.rating, new.body)) execute function private.note_changed_review();

create or replace function private.review_line(p_review public.reviews, p_side text) returns jsonb
  language plpgsql stable set search_path = ''
as $$
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

create or replace function private.dispute_review(p_review uuid, p_reason text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_review public.reviews := private.my_review(p_review, 'artist', null);
  v_reason text := private.clean_or_null(p_reason);
begin
  if v_reason is null then perform private.fail('reason_required'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  if private.review_waits_for(v_review) is distinct from 'dispute' then
    if not private.may_dispute(v_review) then perform private.fail('dispute_too_late'); end if;
    perform private.note_dispute(p_review, v_reason);
  end if;
  select * into v_review from public.reviews r where r.id = p_review;
  return private.review_line(v_review, 'artist');
end
$$;
