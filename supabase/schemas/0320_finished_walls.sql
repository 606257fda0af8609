-- A finished wall becomes a draft of a mural with one press of its artist. Where exactly it is, and
-- pictures that the client has taken, are shown only while the client agrees.
create table private.finished_walls (
  lead_id uuid not null,
  artist_id uuid not null,
  -- What the client says to showing the place and their pictures; null until they have said something.
  consent boolean,
  consent_at timestamptz,
  mural_id uuid unique references public.murals (id) on delete set null,
  -- As the artist typed it; on the page only with consent.
  location_details text check (char_length(location_details) <= 500),
  -- Addresses of those of its pictures that the client has taken.
  client_pictures text[] not null default '{}',
  primary key (lead_id, artist_id),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade
);
comment on table private.finished_walls is
  'Which mural a completed request became, and whether the client lets its place and their pictures be shown. Apart from the mural: a page does not tell whose request it was.';
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
  'Brings a mural into step with what the client agrees to: without that it shows neither the place nor their pictures.';

create function private.place_consent(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  if private.conversation_side(p_lead, p_artist, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  return jsonb_build_object('granted', (
    select w.consent from private.finished_walls w where w.lead_id = p_lead and w.artist_id = p_artist));
end
$$;
comment on function private.place_consent(uuid, uuid, text) is
  'What the client has said to showing where the wall is: {granted}, null until they have said so.';

create function private.set_place_consent(p_lead uuid, p_artist uuid, p_granted boolean, p_token text default null) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if private.conversation_side(p_lead, p_artist, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  if p_granted is null then perform private.fail('invalid_input'); end if;
  perform from public.lead_records l where l.id = p_lead for no key update;
  perform private.expect_client(p_lead);
  -- Taking it back is always possible, while the artist is there.
  if not exists (select from public.lead_assignments a
      where a.lead_id = p_lead and a.artist_id = p_artist and (a.state = 'completed' or not p_granted)) then
    perform private.fail('move_refused');
  end if;
  perform from public.murals m
    where m.id = (select w.mural_id from private.finished_walls w where w.lead_id = p_lead and w.artist_id = p_artist) for no key update;
  insert into private.finished_walls (lead_id, artist_id, consent, consent_at) values (p_lead, p_artist, p_granted, now())
    on conflict (lead_id, artist_id) do update set consent = excluded.consent, consent_at = excluded.consent_at;
  perform private.show_consented(p_lead, p_artist);
end
$$;
comment on function private.set_place_consent(uuid, uuid, boolean, text) is
  'The client lets the artist show where the wall is and the pictures of it that they have sent, or does not any more.';

create function private.finished_mural(p_lead uuid default null, p_mural uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
  v_lead uuid := coalesce(p_lead, (
    select w.lead_id from private.finished_walls w where w.mural_id = p_mural and w.artist_id = private.my_artist_id()));
  v_wall private.finished_walls;
begin
  if v_lead is null or not exists (select from private.requests_assigned_to_me() mine where mine = v_lead) then
    -- Most murals are of no request.
    if p_mural is not null then return null; end if;
    perform private.fail('not_allowed');
  end if;
  select * into v_wall from private.finished_walls w where w.lead_id = v_lead and w.artist_id = v_artist;
  return jsonb_build_object('consent', v_wall.consent,
    'mural', (
      select jsonb_build_object('id', m.id, 'slug', m.slug, 'title', m.title, 'public_visible', m.public_visible)
      from public.murals m where m.id = v_wall.mural_id),
    'pictures', coalesce((
      select jsonb_agg(jsonb_build_object('path', n.name, 'sender', m.sender, 'stage', m.stage) order by m.position, n.at)
      from public.lead_messages m join private.message_keys k on k.message_id = m.id
      cross join lateral private.picture_names(m.lead_id, m.artist_id, k.idempotency_key, m.pictures) with ordinality n (name, at)
      join storage.objects o on o.bucket_id = 'message-pictures' and o.name = n.name
      where m.lead_id = v_lead and m.artist_id = v_artist and m.pictures > 0
        and not exists (select from private.conversation_reports r
          where r.lead_id = v_lead and r.artist_id = v_artist and r.side = 'artist')), '[]'));
end
$$;
comment on function private.finished_mural(uuid, uuid) is
  'What the mural of a finished wall is and can be made of, by its request or by the mural: {consent, mural: {id, slug, title, public_visible}, pictures: [{path, sender, stage}]}; null for a mural of no request.';

create function private.start_finished_mural(p_lead uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_mural uuid := (select w.mural_id from private.finished_walls w where w.lead_id = p_lead and w.artist_id = v_artist);
begin
  if v_mural is not null then return v_mural; end if;
  if not private.is_wall_finished(p_lead, v_artist) then perform private.fail('move_refused'); end if;
  with facts as (
    select l.city, l.surface_type, initcap(nullif(l.style_preference, 'other')) as style, d.width_ft, d.height_ft, a.state,
      least(private.day_of(coalesce(t.completed_at, now())), private.today()) as painted
    from public.lead_records l
    join public.lead_assignments t on t.lead_id = l.id and t.artist_id = v_artist
    join public.artists a on a.id = v_artist
    left join public.request_details d on d.lead_id = l.id
    where l.id = p_lead
  ), named as (
    select f.*, concat(coalesce(f.style || ' mural', 'Mural'), ' in ' || f.city) as title from facts f
  )
  insert into public.murals (slug, title, city, state, surface_type, styles, width_ft, height_ft, date_completed, artist_id)
    select private.free_mural_slug(n.title), n.title, n.city, private.state_code(n.state), n.surface_type,
      array_remove(array[n.style], null), n.width_ft, n.height_ft, n.painted, v_artist
    from named n
    returning id into v_mural;
  insert into private.finished_walls (lead_id, artist_id, mural_id) values (p_lead, v_artist, v_mural)
    on conflict (lead_id, artist_id) do update set mural_id = excluded.mural_id, location_details = null;
  perform private.audit('lead.mural', p_lead, jsonb_build_object('artist', v_artist, 'mural', v_mural));
  return v_mural;
end
$$;
comment on function private.start_finished_mural(uuid) is
  'Makes a draft of a mural of the facts of a finished wall, once for each; gives its id.';

create function private.note_mural_picture(p_mural uuid, p_url text, p_source text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_wall private.finished_walls;
  v_message public.lead_messages := private.message_of_picture(p_source);
begin
  select * into v_wall from private.finished_walls w where w.mural_id = p_mural and w.artist_id = private.my_artist_id() for no key update;
  if v_wall.mural_id is null then perform private.fail('not_allowed'); end if;
  if ((v_message.lead_id, v_message.artist_id) = (v_wall.lead_id, v_wall.artist_id)) is not true
     or private.media_url_ok(p_url, 'portfolio-images', auth.uid()) is not true then
    perform private.fail('image_refused', 'pictures');
  end if;
  if v_message.sender <> 'client' then return; end if;
  if v_wall.consent is not true then perform private.fail('consent_required'); end if;
  update private.finished_walls w set client_pictures = array_remove(w.client_pictures, p_url) || p_url where w.mural_id = p_mural;
end
$$;
comment on function private.note_mural_picture(uuid, text, text) is
  'Before the calling artist''s mural shows p_url, a copy of a photo of its conversation: notes one that the client has taken, which needs their consent.';
