-- How to reach an artist: for the artist and admins only, so it cannot live in the publicly readable table.
create table public.artist_contacts (
  artist_id uuid primary key references public.artists (id) on delete cascade,
  email text check (private.valid_email(email) and char_length(email) <= 255),
  phone text check (char_length(phone) <= 20)
);
alter table public.artist_contacts enable row level security;
comment on table public.artist_contacts is 'E-mail and phone of an artist; readable by its owner and by admins.';

grant select, insert (artist_id, email, phone), update (email, phone) on public.artist_contacts to authenticated;
grant all on public.artist_contacts to service_role;
create policy artist_contacts_select on public.artist_contacts for select to authenticated
  using (artist_id = (select private.my_artist_id()) or (select private.is_admin()));
create policy artist_contacts_insert on public.artist_contacts for insert to authenticated
  with check (artist_id = (select private.my_artist_id()) or (select private.is_admin()));
create policy artist_contacts_update on public.artist_contacts for update to authenticated
  using (artist_id = (select private.my_artist_id()) or (select private.is_admin()))
  with check (artist_id = (select private.my_artist_id()) or (select private.is_admin()));
