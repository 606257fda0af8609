set check_function_bodies = off;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.my_day(p_month date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most constant int := 3;
  v_artist uuid := private.my_artist_id();
  v_now date := date_trunc('month', private.today())::date;
  v_month date := greatest(least(date_trunc('month', p_month)::date, v_now), (v_now - interval '12 months')::date);
begin
  if v_artist is null then perform private.fail('not_allowed'); end if;
  return (
    select jsonb_build_object(
      'needs', coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'lead_id', n.lead_id, 'at', n.at, 'until', n.until, 'count', n.count,
        'of', n.of, 'city', l.city, 'size', l.mural_size, 'surface', l.surface_type, 'budget', l.budget_range,
        'project', left(l.project_description, 120))
        order by array_position('{dispute,confirm,accepted,answer,message,proposal_ends,painted,proposal_ended,review}'::text[], n.kind), n.place), '[]'))
    from (
      select x.*, row_number() over (partition by x.kind order by x.at, x.lead_id) as place, count(*) over (partition by x.kind) as of
      from private.artist_needs(v_artist) x) n
    join public.lead_records l on l.id = n.lead_id
    where n.place <= c_most
  ) || jsonb_build_object('coming', (
    select coalesce(jsonb_agg(to_jsonb(c) order by c.starts_on, c.lead_id), '[]')
    from (
      select s.lead_id, p.starts_on, p.days, k.name, l.city
      from public.lead_assignments s
      join public.lead_records l on l.id = s.lead_id and not l.held and l.withdrawn_at is null
      join public.lead_contacts k on k.lead_id = s.lead_id
      join public.proposals p on p.lead_id = s.lead_id and p.artist_id = s.artist_id and p.state = 'accepted'
      where s.artist_id = v_artist and s.state = 'accepted' and p.starts_on + p.days >= private.today()
        and not exists (select from private.conversation_reports r where r.lead_id = s.lead_id and r.artist_id = s.artist_id)
      order by p.starts_on, s.lead_id limit c_most) c)
  ) || jsonb_build_object('month', private.artist_month(v_artist, v_month),
    'before', private.artist_month(v_artist, (v_month - interval '1 month')::date) - 'days') || private.artist_view_counts(v_artist, v_month);
end
$function$;

COMMENT ON FUNCTION "private"."my_day"(date) IS 'What waits for the calling artist, the most pressing kind first, what they paint next, and their numbers of a month beside those of the month before.';

COMMENT ON FUNCTION "public"."my_day"(date) IS 'The calling artist''s day: {needs, coming, month, before, pictures, murals}; needs are at most 3 of a kind, with how many there are of it; coming are the next 3 walls that are booked. The numbers are of the month of p_month, without it of this one; at most 12 months back.';

reset check_function_bodies;
