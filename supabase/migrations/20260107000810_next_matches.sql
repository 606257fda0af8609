-- Whoever hears a no is offered the next artist in the same breath, also where everybody who was offered has the
-- request by then.
create function private.next_matches(p_lead uuid, p_limit int) returns table (artist_id uuid, rank int)
  language sql stable security definer set search_path = ''
as $$
  select a.id, (coalesce((select max(o.rank) from private.lead_offers o where o.lead_id = p_lead), 0)
    + row_number() over (order by a.featured desc, a.average_rating desc, a.id))::int
  from public.lead_records l
  join public.artists a on a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
    and (lower(private.clean(a.city)) = lower(private.clean(l.city))
      or exists (select from unnest(a.styles) s where position(lower(l.style_preference) in lower(s)) > 0
        or position(lower(s) in lower(l.style_preference)) > 0))
  where l.id = p_lead
    and not exists (select from private.lead_offers o where o.lead_id = l.id and o.artist_id = a.id)
    and not exists (select from public.lead_assignments s where s.lead_id = l.id and s.artist_id = a.id)
  order by 2 limit p_limit
$$;
comment on function private.next_matches(uuid, int) is
  'Who fits a request by city or style, beyond those that it was offered and those who have it, the best standing first.';

create function private.offer_next(p_lead uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.open_offers(p_lead) o where not exists (
      select from public.lead_assignments s where s.lead_id = o.lead_id and s.artist_id = o.artist_id)) then
    return;
  end if;
  insert into private.lead_offers (lead_id, artist_id, rank)
    select p_lead, m.artist_id, m.rank from private.next_matches(p_lead, 3) m on conflict do nothing;
end
$$;
comment on function private.offer_next(uuid) is
  'Offers a request up to three more artists where nobody is left to be asked. Whoever hears a no, or nothing for 7 days, is told of them with it.';

create function private.offer_next_after() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.offer_next(new.lead_id);
  return null;
end
$$;
comment on function private.offer_next_after() is 'As private.offer_next, for the request of the row.';
create trigger lead_assignments_offer_next after update of state on public.lead_assignments
  for each row when (new.state in ('declined', 'expired') and old.state <> new.state) execute function private.offer_next_after();
