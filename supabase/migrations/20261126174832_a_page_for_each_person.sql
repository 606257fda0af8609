set check_function_bodies = off;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.admin_person(p_user uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('user_id', u.id, 'email', u.email, 'name',
      coalesce(nullif(btrim(u.raw_user_meta_data ->> 'name'), ''), split_part(u.email, '@', 1)),
      'role', r.role, 'created_at', r.created_at, 'last_sign_in_at', u.last_sign_in_at,
      'artist', (select private.artist_card(a.id) from public.artists a where a.user_id = u.id limit 1),
      'leads', coalesce((
        select jsonb_agg((select v.lead from private.admin_requests v where v.id = l.id) order by l.created_at desc, l.id)
        from (select x.id, x.created_at from public.lead_records x where x.created_by_user = u.id order by x.created_at desc, x.id limit 25) l), '[]'),
      'mails', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'to', u.email,
          'state', case m.state when 'leased' then 'waiting' else m.state end, 'attempts', m.attempts, 'next_attempt_at', null,
          'answer', m.answer, 'created_at', m.created_at, 'sent_at', m.sent_at) order by m.id desc)
        from (select x.* from private.mails x where x.recipient in (u.id::text, lower(u.email)) order by x.id desc limit 25) m), '[]'))
    from auth.users u join public.user_roles r on r.user_id = u.id where u.id = p_user);
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_person(p_user uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.admin_person(p_user)
$function$;

COMMENT ON FUNCTION "private"."admin_person"(uuid) IS 'One person: role, last log-in, artist page, the newest leads that they sent and emails that went to them. Null for none.';

COMMENT ON FUNCTION "public"."admin_person"(uuid) IS 'One person with their artist page, leads and emails, or null. Admins only.';

REVOKE ALL ON FUNCTION "private"."admin_person"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."admin_person"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."admin_person"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_person"(uuid) TO "authenticated";


reset check_function_bodies;
