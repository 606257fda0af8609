set check_function_bodies = off;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.mail_about(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_data jsonb := p_mail.payload;
begin
  if p_mail.lead_id is not null then
    -- Who asked is not among it: whoever may know looks at the page, which masks what the specification masks.
    v_data := v_data || (
      select jsonb_build_object('lead', jsonb_build_object('id', l.id, 'kind', l.kind, 'city', l.city,
          'project_description', l.project_description, 'mural_size', l.mural_size, 'surface_type', l.surface_type,
          'style_preference', l.style_preference, 'budget_range', l.budget_range, 'preferred_time', l.preferred_time,
          'account', l.created_by_user is not null,
          'liked', (select coalesce(jsonb_agg(m.title order by x.at), '[]') from public.request_details d
            cross join lateral unnest(d.mural_ids) with ordinality x (id, at)
            join public.murals m on m.id = x.id and m.public_visible where d.lead_id = l.id)),
        'artists', coalesce((
          select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by s.created_at, a.name)
          from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = l.id), '[]'),
        'offers', (select count(*) from private.open_offers(l.id)))
      from public.lead_records l
      where l.id = p_mail.lead_id and exists (select from public.lead_contacts c where c.lead_id = l.id)
        and (p_mail.artist_id is null or exists (
          select from public.lead_assignments s where s.lead_id = l.id and s.artist_id = p_mail.artist_id)));
  end if;
  if p_mail.artist_id is not null then
    v_data := v_data || (
      select jsonb_build_object('artist', jsonb_build_object('id', a.id, 'name', a.name,
        'slug', case when a.public_visible then a.slug end))
      from public.artists a where a.id = p_mail.artist_id);
  end if;
  if p_mail.kind in ('lead_waiting', 'request_waiting') then v_data := v_data || private.waiting_data(p_mail); end if;
  return v_data;
end
$function$;

reset check_function_bodies;
