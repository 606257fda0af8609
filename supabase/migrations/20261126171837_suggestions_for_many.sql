set check_function_bodies = off;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.admin_request(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead jsonb;
begin
  perform private.require_admin();
  select v.lead into v_lead from private.admin_requests v where v.id = p_lead;
  if v_lead is null then return null; end if;
  return jsonb_build_object('lead', v_lead,
    'suggestions', private.suggestions_for(p_lead),
    'doubles', private.request_duplicates(p_lead),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'author', u.email, 'created_at', n.created_at)
        order by n.created_at desc, n.id)
      from private.request_notes n left join auth.users u on u.id = n.author where n.lead_id = p_lead), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.admin_suggestions(p_leads uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('lead_id', x.id, 'suggestions', private.suggestions_for(x.id))), '[]')
  from unnest(private.chosen_requests(p_leads)) x (id)
$function$;

CREATE OR REPLACE FUNCTION private.suggestions_for(p_lead uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- A held request is not for artists: releasing it comes first.
  select coalesce(jsonb_agg(private.artist_card(s.artist_id) || jsonb_build_object('reason', s.reason) order by s.rank), '[]')
  from public.lead_records l cross join lateral private.request_suggestions(l.id, 3) s
  where l.id = p_lead and not l.held and l.withdrawn_at is null
$function$;

CREATE OR REPLACE FUNCTION public.admin_suggestions(p_leads uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.admin_suggestions(p_leads)
$function$;

COMMENT ON FUNCTION "private"."admin_suggestions"(uuid[]) IS 'Of up to 100 requests, for each the artists who suit it.';

COMMENT ON FUNCTION "public"."admin_suggestions"(uuid[]) IS 'Up to three artists who suit each of these requests: [{lead_id, suggestions}]. Admins only.';

REVOKE ALL ON FUNCTION "private"."admin_suggestions"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."admin_suggestions"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."admin_suggestions"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_suggestions"(uuid[]) TO "authenticated";


reset check_function_bodies;
