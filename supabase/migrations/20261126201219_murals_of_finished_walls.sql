set check_function_bodies = off;

set local check_function_bodies = off;

DROP FUNCTION "private"."delete_finished_mural"(uuid);

DROP FUNCTION "private"."finished_mural"(uuid);

DROP FUNCTION "private"."publish_finished_mural"(uuid, uuid, text, text, text, text, text, date, text, text[], text[], text[]);

DROP FUNCTION "public"."delete_finished_mural"(uuid);

DROP FUNCTION "public"."finished_mural"(uuid);

DROP FUNCTION "public"."publish_finished_mural"(uuid, uuid, text, text, text, text, text, date, text, text[], text[], text[]);

ALTER TABLE "private"."finished_walls" DROP COLUMN "idempotency_key";

CREATE OR REPLACE FUNCTION private.finished_mural(p_lead uuid, p_mural uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      select jsonb_agg(jsonb_build_object('path', n.name, 'sender', m.sender) order by m.position, n.at)
      from public.lead_messages m join private.message_keys k on k.message_id = m.id
      cross join lateral private.picture_names(m.lead_id, m.artist_id, k.idempotency_key, m.pictures) with ordinality n (name, at)
      join storage.objects o on o.bucket_id = 'message-pictures' and o.name = n.name
      where m.lead_id = v_lead and m.artist_id = v_artist and m.pictures > 0
        and not exists (select from private.conversation_reports r
          where r.lead_id = v_lead and r.artist_id = v_artist and r.side = 'artist')), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.note_mural_picture(p_mural uuid, p_url text, p_source text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_wall private.finished_walls;
  v_message public.lead_messages := private.message_of_picture(p_source);
begin
  select * into v_wall from private.finished_walls w where w.mural_id = p_mural and w.artist_id = private.my_artist_id() for update;
  if v_wall.mural_id is null then perform private.fail('not_allowed'); end if;
  if ((v_message.lead_id, v_message.artist_id) = (v_wall.lead_id, v_wall.artist_id)) is not true
     or private.media_url_ok(p_url, 'portfolio-images', auth.uid()) is not true then
    perform private.fail('image_refused', 'pictures');
  end if;
  if v_message.sender <> 'client' then return; end if;
  if v_wall.consent is not true then perform private.fail('consent_required'); end if;
  update private.finished_walls w set client_pictures = array_remove(w.client_pictures, p_url) || p_url where w.mural_id = p_mural;
end
$function$;

CREATE OR REPLACE FUNCTION private.start_finished_mural(p_lead uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_mural uuid := (select w.mural_id from private.finished_walls w where w.lead_id = p_lead and w.artist_id = v_artist);
begin
  if v_mural is not null then return v_mural; end if;
  if not private.is_wall_finished(p_lead, v_artist) then perform private.fail('move_refused'); end if;
  with facts as (
    select l.city, l.surface_type, initcap(nullif(l.style_preference, 'other')) as style, d.width_ft, d.height_ft, a.state,
      least(coalesce(t.completed_at, now())::date, private.today()) as painted
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
$function$;

CREATE OR REPLACE FUNCTION public.finished_mural(p_lead uuid DEFAULT NULL::uuid, p_mural uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.finished_mural(p_lead, p_mural)
$function$;

CREATE OR REPLACE FUNCTION public.note_mural_picture(p_mural uuid, p_url text, p_source text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.note_mural_picture(p_mural, p_url, p_source)
$function$;

CREATE OR REPLACE FUNCTION public.start_finished_mural(p_lead uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.start_finished_mural(p_lead)
$function$;

COMMENT ON FUNCTION "private"."finished_mural"(uuid, uuid) IS 'What the mural of a finished wall is and can be made of, by its request or by the mural: {consent, mural: {id, slug, title, public_visible}, pictures: [{path, sender}]}; null for a mural of no request.';

COMMENT ON FUNCTION "private"."note_mural_picture"(uuid, text, text) IS 'Before a mural shows the copy of a photo of its conversation: notes one that the client has taken, which needs their consent.';

COMMENT ON FUNCTION "private"."start_finished_mural"(uuid) IS 'Makes a draft of a mural of the facts of a finished wall, once for each; gives its id.';

COMMENT ON FUNCTION "public"."finished_mural"(uuid, uuid) IS 'What the mural of the calling artist''s finished wall is or can be made of: {consent, mural, pictures: [{path, sender}]}; null for a mural of no request.';

COMMENT ON FUNCTION "public"."note_mural_picture"(uuid, text, text) IS 'Before the calling artist''s mural shows p_url: says that it is a copy of this photo of the conversation.';

COMMENT ON FUNCTION "public"."start_finished_mural"(uuid) IS 'Makes a draft of a mural of the facts of the calling artist''s finished wall, once for each; gives its id.';

REVOKE ALL ON FUNCTION "private"."finished_mural"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finished_mural"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."note_mural_picture"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_mural_picture"(uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."start_finished_mural"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."start_finished_mural"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."finished_mural"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finished_mural"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_mural_picture"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."note_mural_picture"(uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."start_finished_mural"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."start_finished_mural"(uuid) TO "authenticated";


insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"finished_walls","query":"\n    select to_jsonb(w) || jsonb_build_object(''location_details'', case when w.artist_id = private.my_artist_id() then w.location_details end)\n    from private.finished_walls w\n    where w.lead_id in (select l.id from public.lead_records l where l.created_by_user = auth.uid())\n      or w.artist_id = private.my_artist_id()"}')
  on conflict (part) do update set query = excluded.query;

delete from private.error_codes where concat_ws(', ', code) = 'month_invalid';

delete from private.error_codes where concat_ws(', ', code) = 'mural_pictures_invalid';

reset check_function_bodies;
