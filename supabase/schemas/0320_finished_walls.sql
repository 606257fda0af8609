-- A finished wall becomes a mural page with one press of its artist. Where exactly it is, and
-- pictures that the client has taken, are shown only while the client agrees.
create table private.finished_walls (
  lead_id uuid not null,
  artist_id uuid not null,
  -- What whoever asked says to showing the place and their pictures; null until they have said something.
  consent boolean,
  consent_at timestamptz,
  mural_id uuid unique references public.murals (id) on delete set null,
  idempotency_key uuid,
  -- As the artist typed it; on the page only with consent.
  location_details text check (char_length(location_details) <= 500),
  -- Addresses of those of its pictures that whoever asked has taken.
  client_pictures text[] not null default '{}',
  primary key (lead_id, artist_id),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade
);
alter table private.finished_walls enable row level security;
comment on table private.finished_walls is
  'Which mural a completed request became, and whether whoever asked lets its place and their pictures be shown. Apart from the mural: a page does not tell whose request it was.';
-- Finished walls keep their rule: where the wall is and what the client has taken, only while the client agrees.
create index finished_walls_artist_idx on private.finished_walls (artist_id);

create function private.is_wall_finished(p_lead uuid, p_artist uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist and a.state = 'completed'
      and (a.confirmed_at is not null or a.completed_at is null or a.completed_at <= private.clock() - interval '14 days'));
end
$$;
comment on function private.is_wall_finished(uuid, uuid) is
  'Whether both sides say that the wall is painted, or one did and two weeks have passed; src/features/requests/lead.ts has the same (askedToConfirm).';

create function private.show_consented(p_lead uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_wall private.finished_walls;
  v_shown text[];
begin
  select * into v_wall from private.finished_walls w where w.lead_id = p_lead and w.artist_id = p_artist;
  if v_wall.mural_id is null then return; end if;
  select coalesce(array_agg(p.url order by p.at), '{}') into v_shown
    from public.murals m, unnest(m.image_url || m.gallery_images) with ordinality p (url, at)
    where m.id = v_wall.mural_id and p.url is not null and (v_wall.consent or p.url <> all (v_wall.client_pictures));
  update public.murals m
    set location_details = case when v_wall.consent then v_wall.location_details end,
      latitude = case when v_wall.consent then m.latitude end, longitude = case when v_wall.consent then m.longitude end,
      before_url = case when v_wall.consent or m.before_url <> all (v_wall.client_pictures) then m.before_url end,
      image_url = v_shown[1], gallery_images = v_shown[2:],
      -- A page without any picture is none.
      public_visible = m.public_visible and cardinality(v_shown) > 0
    where m.id = v_wall.mural_id;
end
$$;
comment on function private.show_consented(uuid, uuid) is
  'Brings a mural into step with what whoever asked agrees to: without that it shows neither the place nor their pictures.';

create function private.place_consent(p_lead uuid, p_artist uuid, p_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  if private.conversation_side(p_lead, p_artist, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  return jsonb_build_object('granted', (
    select w.consent from private.finished_walls w where w.lead_id = p_lead and w.artist_id = p_artist));
end
$$;
comment on function private.place_consent(uuid, uuid, text) is 'What whoever asked has said to showing the place.';

create function private.set_place_consent(p_lead uuid, p_artist uuid, p_granted boolean, p_token text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if private.conversation_side(p_lead, p_artist, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  if p_granted is null then perform private.fail('invalid_input'); end if;
  perform from public.lead_records l where l.id = p_lead for no key update;
  -- Taking it back is always possible.
  if p_granted and not exists (
      select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist and a.state = 'completed') then
    perform private.fail('move_refused');
  end if;
  insert into private.finished_walls (lead_id, artist_id, consent, consent_at) values (p_lead, p_artist, p_granted, now())
    on conflict (lead_id, artist_id) do update set consent = excluded.consent, consent_at = excluded.consent_at;
  perform private.show_consented(p_lead, p_artist);
end
$$;
comment on function private.set_place_consent(uuid, uuid, boolean, text) is
  'Whoever asked lets the artist show where the wall is and the pictures of it that they have sent, or does not any more.';

-- Whoever is erased from a request agrees to nothing any more.
create function private.delete_consent() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_wall private.finished_walls;
begin
  for v_wall in
    update private.finished_walls w set consent = null, consent_at = null from gone g where w.lead_id = g.lead_id returning w.*
  loop
    perform private.show_consented(v_wall.lead_id, v_wall.artist_id);
  end loop;
  return null;
end
$$;
comment on function private.delete_consent() is 'Whoever asked was erased from a request: what only they could allow is not shown any more.';

create trigger lead_contacts_delete_consent after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.delete_consent();

create function private.finished_mural(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
  v_wall private.finished_walls;
begin
  if p_lead is null or not exists (select from private.requests_assigned_to_me() mine where mine = p_lead) then
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
        and not exists (select from private.conversation_reports r
          where r.lead_id = p_lead and r.artist_id = v_artist and r.side = 'artist')), '[]'));
end
$$;
comment on function private.finished_mural(uuid) is
  'What the mural of a finished wall is or can be made of: {consent, mural: {slug, title, public_visible, pictures}, pictures: [{path, sender}]}.';

create function private.publish_finished_mural(
  p_lead uuid, p_key uuid, p_title text, p_description text, p_city text, p_state text, p_location_details text, p_month date,
  p_surface_type text, p_styles text[], p_pictures text[], p_sources text[]
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_title text := private.clean(p_title);
  v_description text := private.clean_or_null(p_description);
  v_place text := private.clean_or_null(p_location_details);
  v_wall private.finished_walls;
  v_client text[];
  v_mural uuid;
begin
  if p_key is null then perform private.fail('invalid_input'); end if;
  select * into v_wall from private.finished_walls w where w.lead_id = p_lead and w.artist_id = v_artist;
  if v_wall.mural_id is not null then
    if v_wall.idempotency_key <> p_key then perform private.fail('move_refused'); end if;
    return (select jsonb_build_object('slug', m.slug, 'replayed', true) from public.murals m where m.id = v_wall.mural_id);
  end if;
  if not private.is_wall_finished(p_lead, v_artist) then perform private.fail('move_refused'); end if;
  if coalesce(v_title, '') = '' then perform private.fail('title_required'); end if;
  if char_length(v_title) > 200 then perform private.fail('title_too_long'); end if;
  if char_length(v_description) > 2000 then perform private.fail('description_too_long', 'description'); end if;
  if char_length(private.clean(p_city)) > 100 then perform private.fail('city_too_long'); end if;
  if private.clean_or_null(p_state) is not null and private.state_code(p_state) is null then perform private.fail('state_invalid'); end if;
  if char_length(v_place) > 500 then perform private.fail('place_too_long'); end if;
  if p_month is null or p_month > private.today() + 1 then perform private.fail('month_invalid'); end if;
  if p_surface_type is not null and p_surface_type not in ('brick', 'stucco', 'concrete', 'drywall', 'metal', 'other')
     or p_styles is null or not p_styles <@ '{abstract,graffiti,realistic,nature,lettering,other}'::text[] then
    perform private.fail('invalid_input');
  end if;
  if coalesce(cardinality(p_pictures), 0) not between 1 and 8 or cardinality(p_pictures) is distinct from cardinality(p_sources) then
    perform private.fail('mural_pictures_invalid');
  end if;
  if exists (select from unnest(p_pictures) u where private.media_url_ok(u, 'portfolio-images', auth.uid()) is not true) then
    perform private.fail('image_refused', 'pictures');
  end if;
  -- Each comes from the conversation, or from the artist alone, who took it.
  if exists (select from unnest(p_sources) s, private.message_of_picture(s) m
      where s is not null and ((m.lead_id, m.artist_id) = (p_lead, v_artist)) is not true) then
    perform private.fail('image_refused', 'pictures');
  end if;
  select coalesce(array_agg(p.url), '{}') into v_client
    from unnest(p_pictures, p_sources) p (url, source), private.message_of_picture(p.source) m where m.sender = 'client';
  if cardinality(v_client) > 0 and v_wall.consent is not true then perform private.fail('consent_required'); end if;
  insert into public.murals (slug, title, description, city, state, location_details, date_completed, surface_type, styles,
      image_url, gallery_images, public_visible, artist_id)
    values (private.free_mural_slug(v_title), v_title, v_description, private.clean_or_null(p_city), private.state_code(p_state),
      case when v_wall.consent then v_place end, p_month, p_surface_type, p_styles, p_pictures[1], p_pictures[2:], true, v_artist)
    returning id into v_mural;
  insert into private.finished_walls (lead_id, artist_id, mural_id, idempotency_key, location_details, client_pictures)
    values (p_lead, v_artist, v_mural, p_key, v_place, v_client)
    on conflict (lead_id, artist_id) do update set mural_id = excluded.mural_id, idempotency_key = excluded.idempotency_key,
      location_details = excluded.location_details, client_pictures = excluded.client_pictures;
  perform private.audit('lead.mural', p_lead, jsonb_build_object('artist', v_artist, 'mural', v_mural));
  return (select jsonb_build_object('slug', m.slug, 'replayed', false) from public.murals m where m.id = v_mural);
end
$$;
comment on function private.publish_finished_mural(uuid, uuid, text, text, text, text, text, date, text, text[], text[], text[]) is
  'Makes the mural page of a finished wall, once for each. p_sources says for each picture which one of the conversation it was copied from, or null for one of the artist''s own.';

create function private.delete_finished_mural(p_lead uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  if p_lead is null or not exists (select from private.requests_assigned_to_me() mine where mine = p_lead) then
    perform private.fail('not_allowed');
  end if;
  delete from public.murals m using private.finished_walls w
    where w.lead_id = p_lead and w.artist_id = v_artist and m.id = w.mural_id;
  update private.finished_walls w set idempotency_key = null, location_details = null, client_pictures = '{}'
    where w.lead_id = p_lead and w.artist_id = v_artist and w.mural_id is null;
end
$$;
comment on function private.delete_finished_mural(uuid) is 'Takes the mural page of a finished wall away; it can be made again. Again changes nothing.';

create function public.place_consent(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.place_consent(p_lead, p_artist, p_token)
$$;
comment on function public.place_consent(uuid, uuid, text) is
  'Whether whoever asked lets the artist show where the wall is: {granted}, null until they have said so.';

create function public.set_place_consent(p_lead uuid, p_artist uuid, p_granted boolean, p_token text default null) returns void
  language sql security invoker set search_path = '' as $$
  select private.set_place_consent(p_lead, p_artist, p_granted, p_token)
$$;
comment on function public.set_place_consent(uuid, uuid, boolean, text) is
  'Lets the artist show where the wall is, and the client''s pictures of it, or takes that back.';

create function public.finished_mural(p_lead uuid) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.finished_mural(p_lead)
$$;
comment on function public.finished_mural(uuid) is
  'What the mural of the calling artist''s finished wall is or can be made of: {consent, mural, pictures: [{path, sender}]}.';

create function public.publish_finished_mural(
  p_lead uuid, p_key uuid, p_title text, p_description text, p_city text, p_state text, p_location_details text, p_month date,
  p_surface_type text, p_styles text[], p_pictures text[], p_sources text[]
) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.publish_finished_mural(p_lead, p_key, p_title, p_description, p_city, p_state, p_location_details, p_month,
    p_surface_type, p_styles, p_pictures, p_sources)
$$;
comment on function public.publish_finished_mural(uuid, uuid, text, text, text, text, text, date, text, text[], text[], text[]) is
  'Makes the mural page of the calling artist''s finished wall: {slug, replayed}. p_key makes it safe to repeat.';

create function public.delete_finished_mural(p_lead uuid) returns void
  language sql security invoker set search_path = '' as $$
  select private.delete_finished_mural(p_lead)
$$;
comment on function public.delete_finished_mural(uuid) is 'Takes the mural page of the calling artist''s finished wall away.';

-- Who may call what.
grant execute on function
  private.place_consent(uuid, uuid, text), private.set_place_consent(uuid, uuid, boolean, text),
  public.place_consent(uuid, uuid, text), public.set_place_consent(uuid, uuid, boolean, text)
  to anon, authenticated;
grant execute on function
  private.finished_mural(uuid),
  private.publish_finished_mural(uuid, uuid, text, text, text, text, text, date, text, text[], text[], text[]),
  private.delete_finished_mural(uuid), public.finished_mural(uuid),
  public.publish_finished_mural(uuid, uuid, text, text, text, text, text, date, text, text[], text[], text[]),
  public.delete_finished_mural(uuid)
  to authenticated;
