-- A lead is three things: the request, the person, and one row for each artist who was chosen. Two artists on one
-- lead work it independently, and what an artist may not see yet is a row they may not read.
create type public.lead_kind as enum ('quote', 'consultation');

create type public.lead_status as enum ('new', 'in_review', 'completed');

create function private.new_reference() returns text
  language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Without what looks like something else: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
  c_letters constant text := 'ACDEFGHJKMNPQRTVWXY34679';
  v_bytes bytea;
  v_reference text;
begin
  loop
    v_bytes := uuid_send(gen_random_uuid());
    select string_agg(substr(c_letters, get_byte(v_bytes, i) % 24 + 1, 1), '') into v_reference from generate_series(0, 5) i;
    exit when not exists (select from public.lead_records l where l.reference = v_reference);
  end loop;
  return v_reference;
end
$$;
comment on function private.new_reference() is 'A reference that no request has: 6 characters that can be read out on a phone.';

create table public.lead_records (
  id uuid primary key default gen_random_uuid(),
  kind public.lead_kind not null default 'quote',
  city text check (char_length(city) <= 100),
  project_description text not null check (char_length(project_description) between 10 and 2000),
  -- In the words of the client; in feet in request_details.
  mural_size text check (char_length(mural_size) <= 100),
  surface_type text check (surface_type in ('brick', 'stucco', 'concrete', 'drywall', 'metal', 'other')),
  style_preference text check (style_preference in ('abstract', 'graffiti', 'realistic', 'nature', 'lettering', 'other')),
  budget_range text check (budget_range in ('under-1k', '1k-5k', '5k-10k', '10k-plus')),
  -- The account that sent or adopted it; null for a guest.
  created_by_user uuid references auth.users (id) on delete set null,
  -- Waits for an admin: no artist has it.
  held boolean not null default false,
  created_at timestamptz not null default now(),
  reference text not null default private.new_reference() check (reference ~ '^[ACDEFGHJKMNPQRTVWXY34679]{6}$'),
  -- When its client or an admin ended it.
  withdrawn_at timestamptz,
  -- In which its client wrote it.
  locale text not null default 'en' check (locale in ('en', 'es')),
  check (kind = 'consultation'
    or (city is not null and surface_type is not null and style_preference is not null and budget_range is not null))
);
comment on table public.lead_records is
  'What is asked for; no personal data. A held lead looks like spam and waits for an admin; a withdrawn one is over. reference names it on the phone.';
grant select on public.lead_records to authenticated;
create index lead_records_created_idx on public.lead_records (created_at desc, id);
create index lead_records_search_idx on public.lead_records
  using gin (private.trigrams(private.search_text(city, project_description, reference)));
create index lead_records_owner_idx on public.lead_records (created_by_user, created_at desc);
-- Few leads are held: to look among those is less than to look at each lead of an artist.
create index lead_records_held_idx on public.lead_records (id) where held;
create unique index lead_records_reference_idx on public.lead_records (reference);

create table private.request_reasons (
  lead_id uuid primary key references public.lead_records (id) on delete cascade,
  -- A code of what looked like a robot; null where it was not held.
  held_reason text,
  -- The request of the same person that goes on in its place, where an admin closed it as a double.
  merged_into uuid references public.lead_records (id) on delete set null
);
comment on table private.request_reasons is 'Why a lead was held or closed, for admins alone: what looks like a robot is not told so. Most have none.';
create index request_reasons_merged_idx on private.request_reasons (merged_into);

create table public.lead_contacts (
  lead_id uuid primary key references public.lead_records (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (private.valid_email(email) and char_length(email) <= 255),
  phone text check (char_length(phone) <= 20)
);
comment on table public.lead_contacts is 'Who asks. A row of its own, so that masking is row-level security and not a matter of the page.';
grant select on public.lead_contacts to authenticated, service_role;
-- A lost link is found by the address.
create index lead_contacts_email_idx on public.lead_contacts (lower(email));
create index lead_contacts_search_idx on public.lead_contacts using gin (private.trigrams(private.search_text(name, email)));
create index lead_contacts_phone_idx on public.lead_contacts using gin (private.trigrams(regexp_replace(phone, '\D', '', 'g')));

create table public.lead_assignments (
  lead_id uuid not null references public.lead_records (id) on delete cascade,
  artist_id uuid not null references public.artists (id) on delete cascade,
  -- The specification's three steps; state says more.
  status public.lead_status not null default 'new',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the artist first opened it.
  seen_at timestamptz,
  state text not null default 'sent' check (state in
    ('sent', 'seen', 'talking', 'proposed', 'accepted', 'completed', 'declined', 'passed', 'expired', 'withdrawn',
    'called_off')),
  -- When the artist first answered in any way: what response times are counted from.
  answered_at timestamptz,
  -- When the artist got the job.
  accepted_at timestamptz,
  -- Who said that the wall is painted, and when the other one agreed.
  completed_by text check (completed_by in ('client', 'artist', 'admin')),
  completed_at timestamptz,
  confirmed_at timestamptz,
  -- When the client asked for an agreement, and when either side went on without one: until one is written.
  agreement_asked_at timestamptz,
  agreement_skipped_at timestamptz,
  -- The position of the last message that each side has seen.
  client_read bigint not null default 0,
  artist_read bigint not null default 0,
  primary key (lead_id, artist_id)
);
comment on table public.lead_assignments is 'Which artists have a lead, and how far each is with it.';
comment on column public.lead_assignments.answered_at is
  'When the artist first answered in any way. That of created_at where it is not known: it counts as a reply, and for no time.';
grant select on public.lead_assignments to authenticated, service_role;
-- What an artist's leads are found and masked by, without a look at the table.
create index lead_assignments_artist_status_idx on public.lead_assignments (artist_id, lead_id) include (status);
create index lead_assignments_newest_idx on public.lead_assignments (artist_id, created_at desc);
-- Who was given what in a week.
create index lead_assignments_created_idx on public.lead_assignments (created_at) include (artist_id);

create function private.my_requests() returns setof uuid
  language plpgsql stable security definer rows 10 set search_path = '' as $$
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
end
$$;
comment on function private.my_requests() is 'Leads the caller created.';

create function private.requests_assigned_to_me() returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select a.lead_id from public.lead_assignments a
    where a.artist_id = v_artist
      and not exists (select from public.lead_records l where l.id = a.lead_id and l.held);
end
$$;
comment on function private.requests_assigned_to_me() is 'Leads the calling artist was given; a held one shows itself to nobody but admins.';

create function private.requests_whose_contact_i_see() returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
  return query
    select a.lead_id from private.requests_i_work_on() mine (id)
    join public.lead_assignments a on a.lead_id = mine.id and a.artist_id = v_artist and a.status <> 'new';
end
$$;
comment on function private.requests_whose_contact_i_see() is
  'The caller''s own leads, and those the calling artist has taken beyond new (specification, section 4), unless withdrawn.';

create policy lead_records_select on public.lead_records for select to authenticated using (
  created_by_user = (select auth.uid())
  or (select private.is_admin())
  or id in (select private.requests_assigned_to_me()));
create policy lead_contacts_select on public.lead_contacts for select to authenticated using (
  (select private.is_admin()) or lead_id in (select private.requests_whose_contact_i_see()));
create policy lead_assignments_select on public.lead_assignments for select to authenticated using (
  (select private.is_admin())
  or lead_id in (select private.my_requests())
  or (artist_id = (select private.my_artist_id()) and lead_id in (select private.requests_assigned_to_me())));

-- The view starts from what each caller may see: everything, the leads they created, or the ones they were given. In one
-- query for all, an artist's leads would be found by looking at everybody's.
create function private.sees_every_request() returns boolean
  language plpgsql stable security invoker set search_path = '' as $$
begin
  return current_user <> 'authenticated' or private.is_admin();
end
$$;
comment on function private.sees_every_request() is
  'Whether row-level security keeps no lead from the caller: an admin, the secret key, a function of the schema''s owner.';

-- The specification's `leads`, as each caller may see it. Row-level security of the three tables does the work: an artist
-- finds no contact row while their own status is new, and no other artist's assignment ever.
create view public.leads with (security_invoker = true) as
select
  seen.id,
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
  l.withdrawn_at
from (
  select r.id from public.lead_records r where (select private.sees_every_request())
  union all
  select r.id from public.lead_records r where not (select private.sees_every_request()) and r.created_by_user = (select auth.uid())
  union all
  select a.lead_id from public.lead_assignments a
  where not (select private.sees_every_request()) and a.artist_id = (select private.my_artist_id())
    and not exists (select from public.lead_records r where r.id = a.lead_id and r.created_by_user = (select auth.uid()))
) seen
-- One by one: as a join the planner would read everybody's requests for an artist's few.
cross join lateral (select r.* from public.lead_records r where r.id = seen.id offset 0) l
left join public.lead_contacts c on c.lead_id = l.id
left join lateral (
  select
    array_agg(a.artist_id order by a.created_at, a.artist_id) as artists,
    max(a.status) as furthest,
    max(a.status) filter (where a.artist_id = (select private.my_artist_id())) as mine
  from public.lead_assignments a
  where a.lead_id = l.id
) w on true;
comment on view public.leads is 'Leads in the specification''s shape. status is the asking artist''s own, otherwise the furthest any artist is, otherwise new.';
grant select on public.leads to authenticated;
grant update (status) on public.leads to authenticated;

-- The client closes their request: the artists who have it go on seeing that there was one, and no longer whose.
create function private.refuse_withdrawn() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.lead_records l where l.id = new.lead_id and l.withdrawn_at is not null) then
    perform private.fail('request_withdrawn');
  end if;
  return new;
end
$$;
comment on function private.refuse_withdrawn() is 'A withdrawn request is given to nobody, and nobody goes on with it.';

-- For acts that write words, once they have locked the request: who looked before may have waited for an erasure since.
create function private.expect_client(p_lead uuid) returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.lead_contacts c where c.lead_id = p_lead) then perform private.fail('request_withdrawn'); end if;
end
$$;
comment on function private.expect_client(uuid) is 'Refuses an act about a request that is gone, or whose client was erased from it.';

create trigger lead_assignments_not_withdrawn before insert on public.lead_assignments
  for each row execute function private.refuse_withdrawn();
-- A move has looked itself: this is for a status that is written past it.
create trigger lead_assignments_status_not_withdrawn before update of status on public.lead_assignments
  for each row when (new.status <> old.status and new.state = old.state) execute function private.refuse_withdrawn();
create trigger lead_assignments_unclaimed before insert on public.lead_assignments
  for each row execute function private.refuse_unclaimed();

-- Who asked, and the photos of their wall, are for artists who are at the request. Once an artist has declined, was passed
-- over, let it expire, or is reported by the client, they are not, whatever their status says.
create function private.requests_i_work_on() returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select a.lead_id from public.lead_assignments a join public.lead_records l on l.id = a.lead_id
    where a.artist_id = v_artist and not l.held and l.withdrawn_at is null
      and a.state in ('sent', 'seen', 'talking', 'proposed', 'accepted', 'completed')
      and not exists (select from private.conversation_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id and r.side = 'client');
end
$$;
comment on function private.requests_i_work_on() is 'Requests that the calling artist can still answer or has painted, and whose client has not reported them.';

create trigger lead_records_1_city before insert or update of city on public.lead_records
  for each row when (new.city is not null) execute function private.name_asked_city();

grant execute on function private.sees_every_request() to authenticated, service_role;
grant execute on function
  private.my_requests(), private.requests_assigned_to_me(), private.requests_whose_contact_i_see()
  to authenticated;
grant execute on function private.new_reference() to service_role;
