-- Artists whom an admin has imported: their page is there before they are. Nobody reads what would be sent to them, so
-- nothing can be: no request is matched to them, offered to them or given to them until somebody has taken the page over.
insert into private.error_codes (code, status, field, message) values
  ('artist_unclaimed', 409, null, 'This artist has not joined yet, so nothing can be sent to them.');

alter table public.artists add column unclaimed boolean not null default false
  constraint artists_unclaimed_check check (not unclaimed or user_id is null);
comment on column public.artists.unclaimed is
  'Imported, and not taken over by anybody yet. Not the same as having no account: an operator may run a page for an artist.';
create index artists_unclaimed_idx on public.artists (created_at desc) where unclaimed;
-- An import looks for who is there already.
create index artists_name_idx on public.artists (lower(name));
create index artist_contacts_email_idx on public.artist_contacts (lower(email));

create function private.claim_with_owner() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.unclaimed := false;
  return new;
end
$$;
comment on function private.claim_with_owner() is 'A page with an account is claimed.';
create trigger artists_4_claimed before insert or update of user_id on public.artists
  for each row when (new.user_id is not null and new.unclaimed) execute function private.claim_with_owner();

create function private.refuse_unclaimed() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.artists a where a.id = new.artist_id and a.unclaimed) then
    perform private.fail('artist_unclaimed');
  end if;
  return new;
end
$$;
comment on function private.refuse_unclaimed() is 'No request reaches an artist who is not there, whichever way it is given.';
create trigger lead_assignments_unclaimed before insert on public.lead_assignments
  for each row execute function private.refuse_unclaimed();

create or replace function private.matching_artists(p_city text, p_style text, p_first uuid default null)
  returns table (artist_id uuid, rank int)
  language sql stable security definer set search_path = ''
as $$
  with pool as (
    select a.id, a.city, a.styles, a.featured, a.average_rating from public.artists a
    where a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
    order by a.featured desc, a.average_rating desc, a.id limit 10
  ), matches as (
    select p.id, false as first, p.featured, p.average_rating from pool p
    where p.id is distinct from p_first and (
      lower(private.clean(p.city)) = lower(private.clean(p_city))
      or exists (select from unnest(p.styles) s
                 where position(lower(p_style) in lower(s)) > 0 or position(lower(s) in lower(p_style)) > 0))
    union all
    select a.id, true, a.featured, a.average_rating from public.artists a
    where a.id = p_first and a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
  )
  select m.id, (row_number() over (order by m.first desc, m.featured desc, m.average_rating desc, m.id))::int
  from matches m
  order by 2 limit 5
$$;
comment on function private.matching_artists(text, text, uuid) is
  'At most 5 of the 10 best-standing public artists who are there, take requests, and whose style or city fits; the artist somebody asked for comes first.';

create or replace function private.open_offers(p_lead uuid) returns setof private.lead_offers
  language sql stable security definer set search_path = ''
as $$
  select o.* from private.lead_offers o
  join public.artists a on a.id = o.artist_id and a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
  where o.lead_id = p_lead
$$;
comment on function private.open_offers(uuid) is 'Of the artists a lead was offered, those who are still public, are there, and take requests.';
