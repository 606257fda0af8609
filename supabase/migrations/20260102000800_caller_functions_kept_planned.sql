-- What row-level security asks of the caller several times a statement. A function in SQL is planned anew in every
-- statement that calls it, which took longer than to run it; PL/pgSQL keeps the plan for the session.
create or replace function private.is_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.user_roles r where r.user_id = auth.uid() and r.role = 'admin');
end
$$;

create or replace function private.my_artist_id() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select a.id from public.artists a where a.user_id = auth.uid());
end
$$;

create or replace function private.leads_of_mine() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
end
$$;

-- Few leads are held: to look among those is less than to look at each lead of an artist.
create index lead_records_held_idx on public.lead_records (id) where held;

create or replace function private.leads_assigned_to_me() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select a.lead_id from public.lead_assignments a
    where a.artist_id = v_artist
      and not exists (select from public.lead_records l where l.id = a.lead_id and l.held);
end
$$;

create or replace function private.leads_whose_contact_i_see() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select private.leads_of_mine()
    union
    select a.lead_id from public.lead_assignments a
    where a.artist_id = v_artist and a.status <> 'new'
      and not exists (select from public.lead_records l where l.id = a.lead_id and l.held);
end
$$;
