-- The specification's `leads`, as each caller may see it. Row-level security of the three tables does the work:
-- an artist finds no contact row while their own status is new, and no other artist's assignment ever.
create view public.leads with (security_invoker = true) as
select
  l.id,
  coalesce(c.name, '***') as name,
  c.email,
  c.phone,
  l.city,
  l.project_description,
  l.mural_size,
  l.surface_type,
  l.style_preference,
  l.budget_range,
  coalesce(w.mine, w.furthest, 'new') as status,
  coalesce(w.artists, '{}') as assigned_artist,
  l.created_by_user,
  l.created_at,
  l.kind,
  l.held,
  l.preferred_time
from public.lead_records l
left join public.lead_contacts c on c.lead_id = l.id
left join lateral (
  select
    array_agg(a.artist_id order by a.created_at, a.artist_id) as artists,
    max(a.status) as furthest,
    max(a.status) filter (where a.artist_id = (select private.my_artist_id())) as mine
  from public.lead_assignments a
  where a.lead_id = l.id
) w on true;
comment on view public.leads is
  'Leads in the specification''s shape. status is the asking artist''s own, otherwise the furthest any artist is, otherwise new.';
grant select, update (status) on public.leads to authenticated;
grant select on public.leads to service_role;
