-- Artists pause: until the first of a month they get no new requests. They stay on the pages, which say so; a pause ends by itself.
insert into private.error_codes (code, status, field, message) values
  ('pause_invalid', 422, 'paused_until', 'Please choose a month within two years'),
  ('artist_paused', 409, null, 'This artist takes no new requests at the moment.');

alter table public.artists add column paused_until date
  check (extract(day from paused_until) = 1);
comment on column public.artists.paused_until is
  'The first day on which the artist takes requests again; null, or a day that has come, for one who takes them.';
create index artists_paused_idx on public.artists (paused_until) where paused_until is not null;
grant update (paused_until) on public.artists to authenticated;

create function private.today() returns date
  language sql stable set search_path = ''
as $$
  select (private.clock() at time zone 'utc')::date
$$;
comment on function private.today() is 'The day by which pauses go.';

create function private.takes_requests(p_paused_until date) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select p_paused_until is null or p_paused_until <= private.today()
$$;
comment on function private.takes_requests(date) is 'Whether an artist with this paused_until takes requests. src/domain/pause.ts asks the same.';

-- A definer function, since who writes a profile may not ask for the time; a check constraint must not.
create function private.guard_pause() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.takes_requests(new.paused_until) then new.paused_until := null; end if;
  if new.paused_until > private.today() + interval '2 years' then perform private.fail('pause_invalid'); end if;
  return new;
end
$$;
comment on function private.guard_pause() is 'Forgets a pause that is over, and refuses one of more than two years.';
create trigger artists_3_pause before insert or update of paused_until on public.artists
  for each row when (new.paused_until is not null) execute function private.guard_pause();

create function public.end_pauses() returns int
  language sql security invoker set search_path = ''
as $$
  with ended as (
    update public.artists a set paused_until = null
    where a.paused_until is not null and private.takes_requests(a.paused_until) returning 1)
  select count(*)::int from ended
$$;
comment on function public.end_pauses() is
  'Forgets pauses whose day has come, so that the outbox tells the pages; gives how many. Matching does not wait for it.';
grant execute on function private.takes_requests(date), public.end_pauses() to service_role;

create or replace function private.matching_artists(p_city text, p_style text, p_first uuid default null)
  returns table (artist_id uuid, rank int)
  language sql stable security definer set search_path = ''
as $$
  with pool as (
    select a.id, a.city, a.styles, a.featured, a.average_rating from public.artists a
    where a.public_visible and private.takes_requests(a.paused_until)
    order by a.featured desc, a.average_rating desc, a.id limit 10
  ), matches as (
    select p.id, false as first, p.featured, p.average_rating from pool p
    where p.id is distinct from p_first and (
      lower(private.clean(p.city)) = lower(private.clean(p_city))
      or exists (select from unnest(p.styles) s
                 where position(lower(p_style) in lower(s)) > 0 or position(lower(s) in lower(p_style)) > 0))
    union all
    select a.id, true, a.featured, a.average_rating from public.artists a
    where a.id = p_first and a.public_visible and private.takes_requests(a.paused_until)
  )
  select m.id, (row_number() over (order by m.first desc, m.featured desc, m.average_rating desc, m.id))::int
  from matches m
  order by 2 limit 5
$$;
comment on function private.matching_artists(text, text, uuid) is
  'At most 5 of the 10 best-standing public artists who take requests and whose style or city fits; the artist somebody asked for comes first.';

create function private.open_offers(p_lead uuid) returns setof private.lead_offers
  language sql stable security definer set search_path = ''
as $$
  select o.* from private.lead_offers o
  join public.artists a on a.id = o.artist_id and a.public_visible and private.takes_requests(a.paused_until)
  where o.lead_id = p_lead
$$;
comment on function private.open_offers(uuid) is 'Of the artists a lead was offered, those who are still public and take requests.';

create or replace function private.lead_matches(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', a.id, 'name', a.name, 'slug', a.slug, 'city', a.city, 'state', a.state, 'featured', a.featured,
    'average_rating', a.average_rating, 'profile_photo', a.profile_photo,
    'styles', to_jsonb(a.styles[1:4]), 'portfolio_images', to_jsonb(a.portfolio_images[1:2])) order by o.rank), '[]')
  from private.open_offers(p_lead) o join public.artists a on a.id = o.artist_id
$$;
comment on function private.lead_matches(uuid) is
  'The matching cards of a lead: offered artists who are still public and take requests, up to 4 styles and 2 images each.';

create or replace function private.select_lead_artists(p_lead uuid, p_claim text, p_artists uuid[]) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_intake private.lead_intake;
  v_ids uuid[];
  v_now uuid[];
begin
  select array_agg(distinct x order by x) into v_ids from unnest(p_artists) x where x is not null;
  if v_ids is null then perform private.fail('artists_required'); end if;

  select * into v_intake from private.lead_intake i where i.lead_id = p_lead for update;
  -- One answer for an unknown lead, a wrong claim and an expired one: nothing can be learned by trying.
  if v_intake.claim_hash is null or p_claim is null or v_intake.claim_expires_at < now()
     or v_intake.claim_hash <> sha256(convert_to(p_claim, 'UTF8')) then
    perform private.fail('claim_refused');
  end if;

  if v_intake.selected_at is not null then
    select array_agg(a.artist_id order by a.artist_id) into v_now from public.lead_assignments a where a.lead_id = p_lead;
    if v_now is distinct from v_ids then perform private.fail('already_sent'); end if;
    return jsonb_build_object('sent', cardinality(v_ids), 'replayed', true);
  end if;

  if cardinality(v_ids) <> (select count(*) from private.open_offers(p_lead) o where o.artist_id = any (v_ids)) then
    perform private.fail('artists_not_offered');
  end if;
  insert into public.lead_assignments (lead_id, artist_id) select p_lead, x from unnest(v_ids) x;
  update private.lead_intake i set selected_at = now() where i.lead_id = p_lead;
  return jsonb_build_object('sent', cardinality(v_ids), 'replayed', false);
end
$$;
comment on function private.select_lead_artists(uuid, text, uuid[]) is
  'Assigns offered artists who are still public and take requests to a lead for the holder of its claim. The same choice again gives the same answer.';

create or replace function private.add_request_artist(p_token text, p_artist uuid, p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
begin
  if not exists (select from private.open_offers(v_lead) o where o.artist_id = p_artist) then
    perform private.fail('artists_not_offered');
  end if;
  insert into public.lead_assignments (lead_id, artist_id) values (v_lead, p_artist) on conflict do nothing;
  -- As if chosen in the form: it is not asked again.
  update private.lead_intake i set selected_at = coalesce(i.selected_at, now()) where i.lead_id = v_lead;
  return private.request_page(v_lead);
end
$$;
comment on function private.add_request_artist(text, uuid, uuid) is
  'Sends a request to one more of the artists it was offered, who must still be public and take requests. Again changes nothing.';

create or replace function private.request_consultation(
  p_key uuid, p_artist uuid, p_name text, p_email text, p_phone text, p_preferred_time text, p_message text
) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_answer jsonb := private.store_consultation(p_key, p_artist, p_name, p_email, p_phone, p_preferred_time, p_message);
begin
  -- Asked afterwards: a call from before the pause is answered again, and a refusal takes back what was stored.
  if not (v_answer ->> 'replayed')::boolean
     and not (select private.takes_requests(a.paused_until) from public.artists a where a.id = p_artist) then
    perform private.fail('artist_paused');
  end if;
  return private.with_link(v_answer);
end
$$;
comment on function private.request_consultation(uuid, uuid, text, text, text, text, text) is
  'Stores a request for a call to an artist who takes requests and gives its link; only the same account may repeat the form.';

create or replace function private.waiting_data(p_mail private.mails) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select case when count(*) > 0 then jsonb_build_object(
    'silent', jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name, a.id),
    'matches', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by o.rank)
      from private.open_offers(p_mail.lead_id) o join public.artists m on m.id = o.artist_id
      where not exists (
        select from public.lead_assignments s where s.lead_id = o.lead_id and s.artist_id = o.artist_id)), '[]')) end
  from private.silent_artists(p_mail.lead_id) silent (id) join public.artists a on a.id = silent.id
  where p_mail.payload -> 'artist_ids' ? a.id::text
$$;

create or replace function private.mail_subject(p_mail private.mails) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_data jsonb := p_mail.payload;
begin
  if p_mail.lead_id is not null then
    -- Who asked is not among it: whoever may know looks at the page, which masks what the specification masks.
    v_data := v_data || (
      select jsonb_build_object('lead', jsonb_build_object('id', l.id, 'kind', l.kind, 'city', l.city,
          'project_description', l.project_description, 'mural_size', l.mural_size, 'surface_type', l.surface_type,
          'style_preference', l.style_preference, 'budget_range', l.budget_range, 'preferred_time', l.preferred_time,
          'account', l.created_by_user is not null),
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
$$;
