set check_function_bodies = off;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.admin_newsletter()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_since timestamptz := private.clock() - interval '1 month';
begin
  perform private.require_admin();
  return jsonb_build_object(
    'confirmed', (select count(*) from private.newsletter_subscribers s where s.confirmed_at is not null),
    'waiting', (select count(*) from private.newsletter_subscribers s where s.confirmed_at is null),
    'last', (select jsonb_build_object('subject', i.subject, 'sent_at', i.sent_at, 'recipients', i.recipients)
      from private.newsletter_issues i where i.sent_at is not null order by i.sent_at desc limit 1),
    'artists', coalesce((select jsonb_agg(private.newsletter_artist(a)
        || jsonb_build_object('picture', coalesce(a.portfolio_images[1], a.profile_photo)) order by a.created_at desc, a.id) from (
      select x.* from public.artists x where x.public_visible and x.created_at > v_since order by x.created_at desc, x.id limit 50) a), '[]'),
    'murals', coalesce((select jsonb_agg(private.newsletter_mural(m)
        || jsonb_build_object('picture', m.image_url) order by m.created_at desc, m.id) from (
      select x.* from public.murals x where x.public_visible and x.created_at > v_since order by x.created_at desc, x.id limit 50) m), '[]'));
end
$function$;

reset check_function_bodies;
