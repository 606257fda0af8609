-- Whoever asked closes their request: the artists who have it go on seeing that there was one, and no longer whose.
alter table public.lead_records add column withdrawn_at timestamptz;
grant select (withdrawn_at) on public.lead_records to authenticated;
comment on table public.lead_records is
  'What is asked for; no personal data. A held lead looks like spam and waits for an admin; a withdrawn one is over. reference names it on the phone.';

-- Few are held or withdrawn: to look among those is less than to look at each lead of an artist.
create index lead_records_contact_hidden_idx on public.lead_records (id) where held or withdrawn_at is not null;

create or replace function private.leads_whose_contact_i_see() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
  return query
    select a.lead_id from public.lead_assignments a
    where a.artist_id = v_artist and a.status <> 'new'
      and not exists (select from public.lead_records l where l.id = a.lead_id and (l.held or l.withdrawn_at is not null));
end
$$;
comment on function private.leads_whose_contact_i_see() is
  'The caller''s own leads, and those the calling artist has taken beyond new (specification, section 4), unless withdrawn.';

create function private.refuse_withdrawn() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.lead_records l where l.id = new.lead_id and l.withdrawn_at is not null) then
    perform private.fail('request_withdrawn');
  end if;
  return new;
end
$$;
comment on function private.refuse_withdrawn() is 'A withdrawn request is given to nobody, and nobody goes on with it.';
create trigger lead_assignments_not_withdrawn before insert or update of status on public.lead_assignments
  for each row execute function private.refuse_withdrawn();

-- The views as before, with the time of withdrawal.
create or replace view public.leads with (security_invoker = true) as
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
  l.preferred_time,
  l.withdrawn_at
from public.lead_records l
left join public.lead_contacts c on c.lead_id = l.id
left join lateral (
  select
    array_agg(a.artist_id order by a.created_at, a.artist_id) as artists,
    max(a.status) as furthest,
    max(a.status) filter (where a.artist_id = (select private.my_artist_id())) as mine
  from public.lead_assignments a
  where a.lead_id = l.id
) w on true
where (select private.sees_every_lead())
union all
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
  l.preferred_time,
  l.withdrawn_at
from public.lead_records l
left join public.lead_contacts c on c.lead_id = l.id
left join lateral (
  select
    array_agg(a.artist_id order by a.created_at, a.artist_id) as artists,
    max(a.status) as furthest,
    max(a.status) filter (where a.artist_id = (select private.my_artist_id())) as mine
  from public.lead_assignments a
  where a.lead_id = l.id
) w on true
where not (select private.sees_every_lead()) and l.created_by_user = (select auth.uid())
union all
select
  l.id,
  coalesce(c.name, '***'),
  c.email,
  c.phone,
  l.city,
  l.project_description,
  l.mural_size,
  l.surface_type,
  l.style_preference,
  l.budget_range,
  a.status,
  array[a.artist_id],
  l.created_by_user,
  l.created_at,
  l.kind,
  l.held,
  l.preferred_time,
  l.withdrawn_at
from public.lead_assignments a
join public.lead_records l on l.id = a.lead_id
left join public.lead_contacts c on c.lead_id = l.id
-- To an artist row-level security shows no assignment but their own.
where not (select private.sees_every_lead())
  and a.artist_id = (select private.my_artist_id())
  and l.created_by_user is distinct from (select auth.uid());

create or replace view private.leads_in_full with (security_invoker = true) as
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
  l.preferred_time,
  l.withdrawn_at
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
