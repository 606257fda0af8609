-- What the clock does. The worker of the mails asks for it every few seconds; on a hosted project pg_cron can as well.
create table private.chores (
  name text primary key,
  -- Their order: a reminder, and then the end.
  position int not null unique,
  -- Of private, without arguments.
  function text not null check (function ~ '^[a-z_]+$'),
  every interval not null,
  last_at timestamptz,
  -- Failures since then, and what the last one said.
  attempts int not null default 0,
  next_attempt_at timestamptz,
  problem text
);
comment on table private.chores is
  'What is done by the clock: which function, how long after its last time at the earliest, and when that was, by private.clock().';
insert into private.chores (name, position, function, every) values
  ('reminders', 1, 'write_reminders', '0'),
  ('expiry', 2, 'expire_assignments', '0'),
  ('facts', 3, 'count_due_facts', '0'),
  ('digests', 4, 'write_digests', '0'),
  ('papers', 5, 'end_papers', '0'),
  ('payments', 6, 'tend_payments', '0'),
  ('address changes', 7, 'tend_address_changes', '10 minutes'),
  ('old rows', 8, 'delete_old_rows', '1 hour');

create function private.delete_old_rows() returns void
  language sql security definer set search_path = '' as $$
  -- Held requests that were deleted a day ago, and those that nobody looked at.
  delete from public.lead_records l where l.held
    and (l.withdrawn_at < private.clock() - interval '1 day' or l.created_at < private.clock() - interval '30 days');
  delete from auth.sessions s
    where greatest(s.created_at, s.refreshed_at at time zone 'UTC') < private.clock() - interval '60 days';
  delete from private.deleted_murals r where r.removed_at <= private.clock() - interval '1 day';
  update private.picture_reports r set email = null, locale = default
    where r.email is not null and r.created_at < private.clock() - interval '180 days';
  delete from private.picture_reports r
    where r.created_at < private.clock() - interval '1 year' and r.decided_at < private.clock() - interval '1 year';
  delete from private.newsletter_subscribers s
    where s.confirmed_at is null and s.created_at < private.clock() - interval '30 days';
  delete from private.artist_views v where v.day < private.today() - 400;
  -- Files of certificates that were stored and never sent.
  select private.delete_objects(array(
    select o.id from storage.objects o where o.bucket_id = 'papers' and o.created_at < now() - interval '1 day'
      and not exists (select from private.papers p where p.path = o.name)));
  delete from private.device_proofs d where d.expires_at < private.clock();
  delete from private.sealed_jobs j where j.expires_at <= private.clock();
  delete from private.rate_counters c where c.window_start < private.clock() - interval '1 day';
  delete from private.mails m where m.created_at < private.clock() - interval '90 days';
  delete from public.notices n where n.created_at < private.clock() - interval '90 days';
  delete from private.unproven_mailboxes u where u.created_at < private.clock() - interval '1 year';
  -- Both sides see a move in their conversation for as long as there is one (assignment_events).
  delete from private.audit_log e where e.action = 'lead.moved' and e.at < private.clock() - interval '1 year'
$$;
comment on function private.delete_old_rows() is 'Ends what is kept for some time and belongs to nothing that ends: docs/operate.md says what, and how long.';

create function private.run_chores() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_chore private.chores;
  v_now timestamptz := private.clock();
begin
  for v_chore in
    select * from private.chores c
    -- Also where the clock was set back meanwhile.
    where case when c.attempts > 0 then c.next_attempt_at <= v_now or c.next_attempt_at > v_now + interval '15 minutes'
      else c.last_at is null or c.last_at > v_now or c.last_at <= v_now - c.every end
    order by c.position for no key update skip locked
  loop
    -- One that fails holds up no other, and is tried again as an email is.
    begin
      execute format('select private.%I()', v_chore.function);
      update private.chores c set last_at = v_now, attempts = 0, next_attempt_at = null, problem = null where c.name = v_chore.name;
    exception when others then
      update private.chores c set attempts = c.attempts + 1, next_attempt_at = v_now + private.retry_after(c.attempts + 1),
        problem = private.noted_problem(sqlerrm) where c.name = v_chore.name;
      raise warning 'The chore "%" failed: %', v_chore.name, sqlerrm;
    end;
  end loop;
end
$$;
comment on function private.run_chores() is
  'Does what is due by the clock; what another process is at already is left to it. Secret key only.';

do $$
begin
  if to_regnamespace('cron') is not null then
    execute $q$select cron.schedule('chores', '* * * * *', 'select private.run_chores()')$q$;
  end if;
end
$$;
