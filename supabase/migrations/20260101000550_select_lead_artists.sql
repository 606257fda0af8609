-- Whoever sent a request chooses among the artists it was offered, once, by the claim made before it was sent.
create function private.select_lead_artists(p_lead uuid, p_claim text, p_artists uuid[]) returns jsonb
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

  if cardinality(v_ids) <> (
    select count(*) from private.lead_offers o
    join public.artists a on a.id = o.artist_id and a.public_visible
    where o.lead_id = p_lead and o.artist_id = any (v_ids)) then
    perform private.fail('artists_not_offered');
  end if;
  insert into public.lead_assignments (lead_id, artist_id) select p_lead, x from unnest(v_ids) x;
  update private.lead_intake i set selected_at = now() where i.lead_id = p_lead;
  return jsonb_build_object('sent', cardinality(v_ids), 'replayed', false);
end
$$;
comment on function private.select_lead_artists(uuid, text, uuid[]) is
  'Assigns offered, still public artists to a lead for the holder of its claim. The same choice again gives the same answer.';

create function public.select_lead_artists(p_lead uuid, p_claim text, p_artists uuid[]) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.select_lead_artists(p_lead, p_claim, p_artists)
$$;
comment on function public.select_lead_artists(uuid, text, uuid[]) is 'Sends a request to the chosen artists: {sent, replayed}.';
grant execute on function private.select_lead_artists(uuid, text, uuid[]), public.select_lead_artists(uuid, text, uuid[])
  to anon, authenticated;
