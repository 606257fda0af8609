-- A lead is three things: the request, the person, and one row for each artist who was chosen. Two artists on one
-- lead work it independently, and what an artist may not see yet is a row they may not read.
create type public.lead_kind as enum ('quote', 'consultation');
create type public.lead_status as enum ('new', 'in_review', 'completed');

create table public.lead_records (
  id uuid primary key default gen_random_uuid(),
  kind public.lead_kind not null default 'quote',
  city text check (char_length(city) <= 100),
  project_description text not null check (char_length(project_description) between 10 and 2000),
  mural_size text check (char_length(mural_size) <= 100),
  surface_type text check (surface_type in ('brick', 'stucco', 'concrete', 'drywall', 'metal', 'other')),
  style_preference text check (style_preference in ('abstract', 'graffiti', 'realistic', 'nature', 'lettering', 'other')),
  budget_range text check (budget_range in ('under-1k', '1k-5k', '5k-10k', '10k-plus')),
  preferred_time text check (char_length(preferred_time) <= 100),
  created_by_user uuid references auth.users (id) on delete set null,
  held boolean not null default false,
  held_reason text,
  created_at timestamptz not null default now(),
  check (kind = 'consultation'
    or (city is not null and surface_type is not null and style_preference is not null and budget_range is not null))
);
alter table public.lead_records enable row level security;
comment on table public.lead_records is 'What is asked for; no personal data. A held lead looks like spam and waits for an admin.';
create index lead_records_created_idx on public.lead_records (created_at desc, id);
create index lead_records_owner_idx on public.lead_records (created_by_user, created_at desc);

create table public.lead_contacts (
  lead_id uuid primary key references public.lead_records (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (private.valid_email(email) and char_length(email) <= 255),
  phone text check (char_length(phone) <= 20)
);
alter table public.lead_contacts enable row level security;
comment on table public.lead_contacts is 'Who asks. A row of its own, so that masking is row-level security and not a matter of the page.';

create table public.lead_assignments (
  lead_id uuid not null references public.lead_records (id) on delete cascade,
  artist_id uuid not null references public.artists (id) on delete cascade,
  status public.lead_status not null default 'new',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (lead_id, artist_id)
);
alter table public.lead_assignments enable row level security;
comment on table public.lead_assignments is 'Which artists have a lead, and how far each is with it.';
create index lead_assignments_artist_idx on public.lead_assignments (artist_id, lead_id);

create function private.leads_of_mine() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select l.id from public.lead_records l where l.created_by_user = auth.uid()
$$;
comment on function private.leads_of_mine() is 'Leads the caller created.';

create function private.leads_assigned_to_me() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select a.lead_id from public.lead_assignments a
  join public.lead_records l on l.id = a.lead_id and not l.held
  where a.artist_id = private.my_artist_id()
$$;
comment on function private.leads_assigned_to_me() is 'Leads the calling artist was given; a held one shows itself to nobody but admins.';

create function private.leads_whose_contact_i_see() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select private.leads_of_mine()
  union
  select a.lead_id from public.lead_assignments a
  join public.lead_records l on l.id = a.lead_id and not l.held
  where a.artist_id = private.my_artist_id() and a.status <> 'new'
$$;
comment on function private.leads_whose_contact_i_see() is
  'The caller''s own leads, and those the calling artist has taken beyond new (specification, section 4).';
grant execute on function private.leads_of_mine(), private.leads_assigned_to_me(), private.leads_whose_contact_i_see()
  to authenticated;

-- Nothing for anon, and no writes for anybody: leads come and change through functions. held_reason is for admins' RPCs.
grant select (id, kind, city, project_description, mural_size, surface_type, style_preference, budget_range,
  preferred_time, created_by_user, held, created_at) on public.lead_records to authenticated;
grant select on public.lead_contacts, public.lead_assignments to authenticated;
grant all on public.lead_records, public.lead_contacts, public.lead_assignments to service_role;

create policy lead_records_select on public.lead_records for select to authenticated using (
  created_by_user = (select auth.uid())
  or (select private.is_admin())
  or id in (select private.leads_assigned_to_me()));
create policy lead_contacts_select on public.lead_contacts for select to authenticated using (
  (select private.is_admin()) or lead_id in (select private.leads_whose_contact_i_see()));
create policy lead_assignments_select on public.lead_assignments for select to authenticated using (
  (select private.is_admin())
  or lead_id in (select private.leads_of_mine())
  or (artist_id = (select private.my_artist_id()) and lead_id in (select private.leads_assigned_to_me())));
