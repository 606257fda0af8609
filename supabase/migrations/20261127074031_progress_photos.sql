set check_function_bodies = off;

set local check_function_bodies = off;

DROP FUNCTION "private"."send_message"(uuid, uuid, text, uuid, text, integer);

DROP FUNCTION "public"."send_message"(uuid, uuid, text, uuid, text, integer);

ALTER TABLE "public"."lead_messages" ADD COLUMN "stage" text;

CREATE OR REPLACE FUNCTION private.diary_data(p_lead uuid, p_artist uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
begin
  if exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist and r.side = v_side) then
    return null;
  end if;
  return jsonb_build_object(
    'writable', v_side = 'artist' and private.is_chosen(p_lead, p_artist)
      and not exists (select from public.lead_records l where l.id = p_lead and l.withdrawn_at is not null)
      and not exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist),
    'entries', coalesce((
      select jsonb_agg(private.message_line(m, v_side) order by m.position) from public.lead_messages m
      where m.lead_id = p_lead and m.artist_id = p_artist and m.stage is not null), '[]'));
end
$function$;

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
      select jsonb_agg(jsonb_build_object('path', n.name, 'sender', m.sender, 'stage', m.stage) order by m.position, n.at)
      from public.lead_messages m join private.message_keys k on k.message_id = m.id
      cross join lateral private.picture_names(m.lead_id, m.artist_id, k.idempotency_key, m.pictures) with ordinality n (name, at)
      join storage.objects o on o.bucket_id = 'message-pictures' and o.name = n.name
      where m.lead_id = v_lead and m.artist_id = v_artist and m.pictures > 0
        and not exists (select from private.conversation_reports r
          where r.lead_id = v_lead and r.artist_id = v_artist and r.side = 'artist')), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.is_chosen(p_lead uuid, p_artist uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.lead_assignments a
    where a.lead_id = p_lead and a.artist_id = p_artist and a.state in ('accepted', 'completed'));
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
    'sender', p_message.sender, 'body', p_message.body, 'created_at', p_message.created_at, 'stage', p_message.stage,
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

CREATE OR REPLACE FUNCTION private.send_message(p_lead uuid, p_artist uuid, p_body text, p_key uuid, p_token text, p_pictures integer, p_stage text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_body text := coalesce(private.clean(p_body), '');
  v_pictures int := coalesce(p_pictures, 0);
  v_withdrawn timestamptz;
  v_message public.lead_messages;
begin
  if v_pictures > 4 then perform private.fail('pictures_too_many'); end if;
  if v_body = '' and v_pictures <= 0 then perform private.fail('message_required'); end if;
  if char_length(v_body) > 2000 then perform private.fail('message_too_long'); end if;
  if p_key is null or v_pictures < 0
     or (p_stage is not null
       and (v_side <> 'artist' or v_pictures = 0 or p_stage not in ('before', 'outline', 'painting', 'done'))) then
    perform private.fail('invalid_input');
  end if;
  -- A twin waits here until the first one is done.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  select m.* into v_message from private.message_keys k join public.lead_messages m on m.id = k.message_id
    where k.lead_id = p_lead and k.artist_id = p_artist and k.sender = v_side and k.idempotency_key = p_key;
  if found then
    if (v_message.body, v_message.pictures, v_message.stage) is distinct from (v_body, v_pictures, p_stage) then
      perform private.fail('idempotency_conflict');
    end if;
    return private.message_line(v_message, v_side) || '{"replayed": true}';
  end if;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  if exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist) then
    perform private.fail('move_refused');
  end if;
  if p_stage is not null and not private.is_chosen(p_lead, p_artist) then perform private.fail('move_refused'); end if;
  if v_pictures > 0 and v_pictures + (
      select coalesce(sum(m.pictures), 0) from public.lead_messages m
      where m.lead_id = p_lead and m.artist_id = p_artist and m.sender = v_side and m.pictures > 0) > 100 then
    perform private.fail('pictures_full');
  end if;
  perform private.rate_limit('message', concat_ws(':', p_lead, p_artist, v_side), private.setting_int('message_limit'), interval '10 minutes');
  perform private.move_assignment(p_lead, p_artist, 'write', v_side);
  insert into public.lead_messages (lead_id, artist_id, sender, body, pictures, stage)
    values (p_lead, p_artist, v_side, v_body, v_pictures, p_stage) returning * into v_message;
  insert into private.message_keys (message_id, lead_id, artist_id, sender, idempotency_key)
    values (v_message.id, p_lead, p_artist, v_side, p_key);
  -- Whoever answers has read what is above.
  update public.lead_assignments a
    set client_read = case when v_side = 'client' then v_message.position else a.client_read end,
      artist_read = case when v_side = 'artist' then v_message.position else a.artist_read end
    where a.lead_id = p_lead and a.artist_id = p_artist;
  perform private.notify_of_message(v_message);
  return private.message_line(v_message, v_side) || '{"replayed": false}';
end
$function$;

CREATE OR REPLACE FUNCTION public.diary_data(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.diary_data(p_lead, p_artist, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.send_message(p_lead uuid, p_artist uuid, p_body text, p_key uuid, p_token text DEFAULT NULL::text, p_pictures integer DEFAULT 0, p_stage text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.send_message(p_lead, p_artist, p_body, p_key, p_token, p_pictures, p_stage)
$function$;

ALTER TABLE "public"."lead_messages" ADD CONSTRAINT "lead_messages_check1" CHECK (((stage IS NULL) OR ((sender = 'artist'::text) AND (pictures > 0))));

ALTER TABLE "public"."lead_messages" ADD CONSTRAINT "lead_messages_stage_check" CHECK ((stage = ANY (ARRAY['before'::text, 'outline'::text, 'painting'::text, 'done'::text])));

COMMENT ON FUNCTION "private"."diary_data"(uuid, uuid, text) IS 'The messages with a stage, for the two sides of a conversation; null to whom it is hidden. Everybody else is refused.';

COMMENT ON FUNCTION "private"."finished_mural"(uuid, uuid) IS 'What the mural of a finished wall is and can be made of, by its request or by the mural: {consent, mural: {id, slug, title, public_visible}, pictures: [{path, sender, stage}]}; null for a mural of no request.';

COMMENT ON FUNCTION "private"."is_chosen"(uuid, uuid) IS 'Whether the artist has the job, painted or not.';

COMMENT ON FUNCTION "private"."send_message"(uuid, uuid, text, uuid, text, integer, text) IS 'Stores one message of either side, once for each key; the first one of an artist is an answer (design, section 7). Its pictures follow.';

COMMENT ON FUNCTION "public"."diary_data"(uuid, uuid, text) IS 'The diary of a job: {writable, entries}, each entry a message with its stage (before, outline, painting, done) and pictures. send_message adds one.';

COMMENT ON FUNCTION "public"."finished_mural"(uuid, uuid) IS 'What the mural of the calling artist''s finished wall is or can be made of: {consent, mural, pictures: [{path, sender, stage}]}; null for a mural of no request.';

COMMENT ON FUNCTION "public"."send_message"(uuid, uuid, text, uuid, text, integer, text) IS 'Sends a message to the other side of a request: {id, position, artist_id, sender, body, created_at, stage, key, pictures: [{path, arrived}], replayed}. p_key makes it safe to repeat; p_pictures says how many pictures follow, each to its path in the bucket message-pictures; p_stage, from the artist of an accepted job alone, puts them into its diary.';

REVOKE ALL ON FUNCTION "private"."diary_data"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."diary_data"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_chosen"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_message"(uuid, uuid, text, uuid, text, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_message"(uuid, uuid, text, uuid, text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."diary_data"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."diary_data"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."send_message"(uuid, uuid, text, uuid, text, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_message"(uuid, uuid, text, uuid, text, integer, text) TO "anon", "authenticated";


reset check_function_bodies;
