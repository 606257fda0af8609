-- Photos of the wall: up to six of a request, and one of it with a mural on it, in a private bucket
-- under {request}/{sha256 of its claim, in hex}/{0-5}.webp. The claim is the secret of the browser that
-- sent the request, so nobody else can name a photo before there is one; and a request is always stored before its
-- photos. A name ends in .webp whatever its type is: browsers that cannot write WebP send JPEG.
create function private.request_of_photo(p_name text) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  if p_name is null or p_name !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{64}/[0-5]\.webp$' then return null; end if;
  return (
    select l.id from public.lead_records l
    join private.request_intake i on i.lead_id = l.id and encode(i.claim_hash, 'hex') = split_part(p_name, '/', 2)
    join public.lead_contacts c on c.lead_id = l.id
    where l.id = split_part(p_name, '/', 1)::uuid and l.withdrawn_at is null);
end
$$;
comment on function private.request_of_photo(text) is 'The open request that has room for a photo of this name; null where there is none.';

create function private.requests_whose_photos_are_mine() returns setof uuid
  language plpgsql stable security definer rows 5 set search_path = '' as $$
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
  return query select t.id from private.request_of_caller() t (id) where t.id is not null;
end
$$;
comment on function private.requests_whose_photos_are_mine() is
  'Requests whose photos the caller may take away: sent with their account, or opened by the token in the header x-request-token.';

create function private.requests_whose_photos_i_see() returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  return query select m.id from private.requests_whose_photos_are_mine() m (id);
  -- A photo of a wall tells where it is: it goes with the contact.
  return query select mine.id from private.requests_i_work_on() mine (id);
end
$$;
comment on function private.requests_whose_photos_i_see() is 'Requests whose photos the caller sees: their own, and those that the calling artist was given.';

create function private.may_add_request_photo(p_bucket text, p_name text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_lead uuid;
begin
  if p_bucket is distinct from 'lead-photos' then return false; end if;
  v_lead := private.request_of_photo(p_name);
  if v_lead is null then return false; end if;
  if v_lead in (select m.id from private.requests_whose_photos_are_mine() m (id)) then return true; end if;
  -- Without the link or the account, who knows the name is who has the claim, as long as that counts and no artist has
  -- opened the request: who sees its photos knows their names, too.
  return v_lead not in (select a.id from private.requests_assigned_to_me() a (id))
    and exists (select from private.request_intake i where i.lead_id = v_lead and i.claim_expires_at > private.clock())
    and not exists (select from public.lead_assignments a where a.lead_id = v_lead and a.state <> 'sent');
end
$$;
comment on function private.may_add_request_photo(text, text) is
  'Whether the caller may store a photo of this name: with the link or the account of its request, or with its claim, of which the name has the hash.';

create function private.is_photo_signed(p_name text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  -- A policy may be asked about a file of another bucket.
  if p_name is null or p_name !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then return false; end if;
  return exists (
    select from private.agreements a
    join private.agreement_signatures s on s.lead_id = a.lead_id and s.artist_id = a.artist_id
    join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = s.version
    where a.lead_id = split_part(p_name, '/', 1)::uuid and a.state not in ('draft', 'ended')
      and v.body::jsonb ->> 'photo' = split_part(split_part(p_name, '/', 3), '.', 1));
end
$$;
comment on function private.is_photo_signed(text) is 'Whether the client or the artist signed an agreement that marks the wall on this photo: then it stays until the agreement ends.';

-- Nobody writes over a photo or moves it.
create policy request_photos_select on storage.objects for select to anon, authenticated using (
  bucket_id = 'lead-photos' and split_part(name, '/', 1) in (select s.id::text from private.requests_whose_photos_i_see() s (id)));
create policy request_photos_select_admin on storage.objects for select to authenticated using (
  bucket_id = 'lead-photos' and (select private.is_admin()));
create policy request_photos_insert on storage.objects for insert to anon, authenticated with check (
  private.may_add_request_photo(bucket_id, name));
create policy request_photos_delete on storage.objects for delete to anon, authenticated using (
  bucket_id = 'lead-photos' and split_part(name, '/', 1) in (select m.id::text from private.requests_whose_photos_are_mine() m (id))
  and not private.is_photo_signed(name));

create function private.request_photos(p_lead uuid default null, p_token text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_lead uuid := case when p_token is not null then private.request_of_link(p_token)
    when private.is_admin() or p_lead in (select s.id from private.requests_whose_photos_i_see() s (id)) then (
      select l.id from public.lead_records l where l.id = p_lead) end;
  v_own boolean := p_token is not null or v_lead in (select m.id from private.requests_whose_photos_are_mine() m (id));
begin
  -- In the words of a wrong link.
  if v_lead is null then perform private.fail('link_refused'); end if;
  return (
    select jsonb_build_object('lead', l.id,
      -- Where the next ones go, for the client who may add some.
      'folder', case when v_own and l.withdrawn_at is null and c.lead_id is not null then l.id || '/' || encode(i.claim_hash, 'hex') end,
      'own', v_own,
      'photos', coalesce((
        select jsonb_agg(jsonb_build_object('path', o.name, 'name', split_part(split_part(o.name, '/', 3), '.', 1),
          'size', (o.metadata ->> 'size')::bigint, 'created_at', o.created_at,
          'signed', private.is_photo_signed(o.name)) order by o.name)
        from storage.objects o
        where o.bucket_id = 'lead-photos' and o.name ~>=~ (l.id || '/') and o.name ~<~ (l.id || '0')), '[]'))
    from public.lead_records l
    left join public.lead_contacts c on c.lead_id = l.id
    left join private.request_intake i on i.lead_id = l.id
    where l.id = v_lead);
end
$$;
comment on function private.request_photos(uuid, text) is
  'Photos of the wall of a request that the caller sees, as its client, artist, admin, or by its link: {lead, folder, own, photos: [{path, name, size, created_at, signed}]}. `folder` is where its client may put more; `name` is 0 to 5; `signed` ones stay, because an agreement marks the wall on them.';

create function private.my_wall_photos() returns table (lead_id uuid, path text)
  language sql stable security definer rows 20 set search_path = '' as $$
  select l.id, p.name from public.lead_records l cross join lateral (
    select min(o.name) as name from storage.objects o
    where o.bucket_id = 'lead-photos' and o.name ~>=~ (l.id || '/') and o.name ~<~ (l.id || '0')) p
  where l.created_by_user = auth.uid() and p.name is not null
$$;
comment on function private.my_wall_photos() is 'The first photo of each request of the caller''s account that has any.';

grant execute on function
  private.requests_whose_photos_are_mine(), private.requests_whose_photos_i_see(), private.may_add_request_photo(text,
  text), private.is_photo_signed(text)
  to anon, authenticated;
