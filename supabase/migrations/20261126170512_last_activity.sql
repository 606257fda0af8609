set check_function_bodies = off;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.conversation_summaries(p_leads uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('lead_id', a.lead_id, 'artist_id', a.artist_id, 'state', a.state, 'reported', t.reported,
      'answered', a.answered_at is not null, 'at', greatest(a.created_at, a.updated_at, (
        select max(m.created_at) from public.lead_messages m where m.lead_id = a.lead_id and m.artist_id = a.artist_id)),
      'unread', case when t.reported then 0 else (
        select count(*) from public.lead_messages m
        where m.lead_id = a.lead_id and m.artist_id = a.artist_id and m.sender <> t.side
          and m.position > case t.side when 'client' then a.client_read else a.artist_read end) end))
    from private.own_conversations() t join public.lead_assignments a on a.lead_id = t.lead_id and a.artist_id = t.artist_id
    where a.lead_id = any (p_leads)), '[]');
end
$function$;

COMMENT ON FUNCTION "private"."conversation_summaries"(uuid[]) IS 'State, whether the artist has answered, last activity and number of unread messages of the caller''s conversations about these requests; none unread of those that they have reported.';

COMMENT ON FUNCTION "public"."conversation_summaries"(uuid[]) IS 'The caller''s conversations about these requests: [{lead_id, artist_id, state, answered, at, unread, reported}].';

reset check_function_bodies;
