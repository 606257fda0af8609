-- Up to 3 pictures of the wall with a review. They are public once the review shows them; only its client puts
-- them there, with an account or with the link of the request, as long as the review can be changed.
create function private.review_of_picture(p_name text) returns public.reviews
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_review public.reviews;
begin
  if p_name !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f-]{36}\.(webp|jpg)$' then return null; end if;
  select * into v_review from public.reviews r where r.id = split_part(p_name, '/', 1)::uuid;
  return v_review;
end
$$;
comment on function private.review_of_picture(text) is 'The review that a picture of this name, {review}/{uuid}.webp, belongs to; null where there is none.';

create function private.may_add_review_picture(p_bucket text, p_name text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_review public.reviews;
begin
  if p_bucket <> 'review-pictures' then return false; end if;
  v_review := private.review_of_picture(p_name);
  return private.may_change(v_review.created_at) and exists (
    select from private.conversations_i_read() t join private.review_checks c on c.lead_id = t.lead_id and c.artist_id = t.artist_id
    where c.review_id = v_review.id and t.side = 'client');
end
$$;
comment on function private.may_add_review_picture(text, text) is 'Whether the caller wrote the review of this picture and can still change it.';

create policy review_pictures_insert on storage.objects for insert to anon, authenticated with check (
  private.may_add_review_picture(bucket_id, name));

create function private.set_review_pictures(p_review uuid, p_pictures text[], p_token text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_review public.reviews := private.my_review(p_review, 'client', p_token);
  v_pictures text[] := coalesce(p_pictures, '{}');
begin
  if not private.may_change(v_review.created_at) then perform private.fail('review_final'); end if;
  if cardinality(v_pictures) > 3
     or exists (select from unnest(v_pictures) u where not private.media_url_ok(u, 'review-pictures', p_review))
     or exists (select from unnest(private.object_keys(v_pictures)) k where not exists (
       select from storage.objects o where o.bucket_id || '/' || o.name = k)) then
    perform private.fail('review_pictures_invalid');
  end if;
  update public.reviews r set pictures = v_pictures where r.id = p_review returning * into v_review;
  return private.review_line(v_review, 'client');
end
$$;
comment on function private.set_review_pictures(uuid, text[], text) is
  'Which of its uploads in the bucket review-pictures a review of the caller shows, up to 3, in their order. Those that it shows no more are deleted.';

create function private.delete_review_pictures() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_kept text[] := '{}';
begin
  if tg_op = 'UPDATE' then v_kept := private.object_keys(new.pictures); end if;
  perform private.delete_objects(array(
    select o.id from storage.objects o
    where o.bucket_id = 'review-pictures' and o.name like old.id || '/%' and o.bucket_id || '/' || o.name <> all (v_kept)));
  return null;
end
$$;
comment on function private.delete_review_pictures() is 'Pictures that a review no longer shows go, and all of them with it.';

create trigger reviews_delete_pictures after update of pictures on public.reviews
  for each row when (old.pictures <> new.pictures) execute function private.delete_review_pictures();
create trigger reviews_delete_all_pictures after delete on public.reviews
  for each row execute function private.delete_review_pictures();

grant execute on function private.may_add_review_picture(text, text) to anon, authenticated;
