-- What makes a part of a price due: an event, or time alone. And how often the client is reminded: a day and a week after.
create function private.payment_time(p_part private.payment_parts) returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
begin
  return least(case p_part.due
    when 'signed' then '-infinity'
    when 'design_approved' then (
      select timestamptz '-infinity' from private.sketches s
      where s.lead_id = p_part.lead_id and s.artist_id = p_part.artist_id and s.approved is not null)
    when 'first_day' then (
      select (v.body::jsonb ->> 'starts_on')::timestamp at time zone private.artist_zone(r.city_slug)
      from private.agreements a
      join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force
      join public.artists r on r.id = a.artist_id
      where a.lead_id = p_part.lead_id and a.artist_id = p_part.artist_id)
    -- Halfway comes when the artist says so.
    end, (
    -- A finished wall ends the wait for everything before it.
      select case when private.is_wall_finished(s.lead_id, s.artist_id) then '-infinity' else s.completed_at + interval '14 days' end
      from public.lead_assignments s
      where s.lead_id = p_part.lead_id and s.artist_id = p_part.artist_id and s.state = 'completed'));
end
$$;
comment on function private.payment_time(private.payment_parts) is
  'Since when a part is due, or from when on if nothing else happens; null while nobody knows.';

create function private.bring_payments(p_lead uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_part uuid;
  v_open boolean := exists (select from private.agreements a
    where a.lead_id = p_lead and a.artist_id = p_artist and a.state in ('in_force', 'amending'));
begin
  update private.payment_parts p set comes_at = case when v_open then private.payment_time(p) end
    where p.lead_id = p_lead and p.artist_id = p_artist and p.state = 'planned' and p.dropped_at is null;
  for v_part in
    select p.id from private.payment_parts p
    where p.lead_id = p_lead and p.artist_id = p_artist and p.state = 'planned' and p.dropped_at is null
      and p.comes_at <= private.clock()
    order by p.position
  loop
    perform private.move_payment_part(v_part, 'fall_due', 'system');
  end loop;
end
$$;
comment on function private.bring_payments(uuid, uuid) is
  'Makes due what is due by now of one job, and notes when time will bring the rest. Nothing of an agreement that has ended.';

create function private.bring_payments_of() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.bring_payments(new.lead_id, new.artist_id);
  return null;
end
$$;
comment on function private.bring_payments_of() is 'A sketch was approved, or a side said that the wall is painted.';

create trigger sketches_bring_payments after update of state on private.sketches
  for each row when (new.state = 'approved' and old.state <> 'approved') execute function private.bring_payments_of();
create trigger lead_assignments_bring_payments after update of state, confirmed_at, completed_at on public.lead_assignments
  for each row when (new.state = 'completed' and (
    old.state <> new.state or new.confirmed_at is distinct from old.confirmed_at or new.completed_at is distinct from old.completed_at))
  execute function private.bring_payments_of();

create function private.remind_of_payments(p_lead uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_part private.payment_parts;
  v_now timestamptz := private.clock();
  v_owes boolean := exists (select from private.job_turns(p_lead, p_artist) t where t.side = 'client' and 'pay_part' = any (t.actions));
begin
  for v_part in
    select * from private.payment_parts p where p.lead_id = p_lead and p.artist_id = p_artist and p.remind_at <= v_now order by p.position
  loop
    if v_owes and v_part.state in ('due', 'asked') then
      perform private.mail_side('request_payment_reminder', concat_ws(':', v_part.id, v_part.remind_at - v_part.due_at),
        p_lead, p_artist, jsonb_build_object('part', v_part.id));
    end if;
    -- Who slept past both sends one.
    update private.payment_parts p
      set remind_at = case when v_now < p.due_at + interval '7 days' then p.due_at + interval '7 days' end
      where p.id = v_part.id;
  end loop;
end
$$;
comment on function private.remind_of_payments(uuid, uuid) is 'Reminds the client of one job of what is due for a day or a week, and then no more.';

create function private.tend_payments() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamptz := private.clock();
  v_lead uuid;
  v_artist uuid;
begin
  -- A request at a time: a second worker passes over what the first is at.
  for v_lead in
    select l.id from public.lead_records l
    where l.id in (
      select p.lead_id from private.payment_parts p
      where p.comes_at <= v_now and p.state = 'planned' and p.dropped_at is null or p.remind_at <= v_now limit 100)
    for no key update skip locked
  loop
    for v_artist in select distinct p.artist_id from private.payment_parts p where p.lead_id = v_lead order by 1 loop
      perform private.bring_payments(v_lead, v_artist);
      perform private.remind_of_payments(v_lead, v_artist);
    end loop;
  end loop;
end
$$;
comment on function private.tend_payments() is
  'Makes due what time brings, and reminds of it, for up to 100 parts. A look at two indexes when there is nothing.';
