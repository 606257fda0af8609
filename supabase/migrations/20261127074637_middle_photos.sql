set check_function_bodies = off;

set local check_function_bodies = off;

DROP POLICY "request_photos_delete" ON "storage"."objects";

CREATE OR REPLACE FUNCTION private.agree_sketch_round(p_offer uuid, p_lead uuid, p_artist uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_job private.sketches;
  v_offer private.sketch_extra_rounds;
begin
  if v_side <> 'client' then perform private.fail('not_allowed'); end if;
  v_job := private.sketch_job(p_lead, p_artist);
  select * into v_offer from private.sketch_extra_rounds r where r.id = p_offer and r.lead_id = p_lead and r.artist_id = p_artist;
  if not found then perform private.fail('changed_elsewhere'); end if;
  if v_offer.agreed_at is null then
    perform private.move_sketch(v_job, 'agree_round', v_side);
    update private.sketch_extra_rounds r set agreed_at = private.clock() where r.id = p_offer;
    perform private.mail_artist('lead_sketch_round', p_offer::text, p_lead, p_artist);
  end if;
  return private.read_sketches(p_lead, p_artist, v_side);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_photo_signed(p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.offer_sketch_round(p_lead uuid, p_amount integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_job private.sketches := private.sketch_job(p_lead, v_artist);
begin
  if p_amount is null or p_amount not between 0 and 1000000 then perform private.fail('round_invalid'); end if;
  if exists (select from private.sketch_extra_rounds r
      where r.lead_id = p_lead and r.artist_id = v_artist and r.agreed_at is null and r.amount = p_amount) then
    return private.read_sketches(p_lead, v_artist, 'artist');
  end if;
  perform private.rate_limit('sketch', concat_ws(':', p_lead, v_artist, 'artist'), 20, interval '1 day');
  perform private.move_sketch(v_job, 'offer_round', 'artist');
  delete from private.sketch_extra_rounds r where r.lead_id = p_lead and r.artist_id = v_artist and r.agreed_at is null;
  insert into private.sketch_extra_rounds (lead_id, artist_id, amount, offered_at) values (p_lead, v_artist, p_amount, private.clock());
  perform private.mail_client('request_sketch_round', concat_ws(':', p_lead, v_artist, private.clock()), p_lead, v_artist);
  return private.read_sketches(p_lead, v_artist, 'artist');
end
$function$;

CREATE OR REPLACE FUNCTION private.request_photos(p_lead uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.request_of_photos(p_lead, p_token);
  v_own boolean := p_token is not null or v_lead in (select m.id from private.requests_whose_photos_are_mine() m (id));
begin
  return (
    select jsonb_build_object('lead', l.id,
      -- Where the next ones go, for whoever may add some.
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
$function$;

CREATE POLICY "request_photos_delete" ON "storage"."objects" FOR DELETE TO "anon", "authenticated" USING (((bucket_id = 'lead-photos'::text) AND (split_part(name, '/'::text, 1) IN ( SELECT (m.id)::text AS id
   FROM private.requests_whose_photos_are_mine() m(id))) AND (NOT private.is_photo_signed(name))));

COMMENT ON FUNCTION "private"."is_photo_signed"(text) IS 'Whether somebody signed an agreement that marks the wall on this photo: then it stays until the agreement ends.';

COMMENT ON FUNCTION "public"."request_photos"(uuid, text) IS 'Photos of the wall of a request, for its client, its artists, admins, or by its link: {lead, folder, own, photos: [{path, name, size, created_at, signed}]}. `folder` is where whoever sent it may put more; `name` is 0 to 5, or preview; `signed` ones stay, because an agreement marks the wall on them.';

REVOKE ALL ON FUNCTION "private"."is_photo_signed"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_photo_signed"(text) TO "anon", "authenticated";


insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"lead_sketch_round","topic":"leads","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"request_sketch_round","topic":"requests","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

reset check_function_bodies;
