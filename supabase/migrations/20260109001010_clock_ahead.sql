-- A clock that was ahead and is set right leaves times behind that would hold an email for as long as it was ahead. A lease
-- and the wait after a failure are shorter than an hour, so what lies later is from such a clock; and an email that is to
-- come was written by it: only its limits (mail_limits, digests) hold one for longer.
create function private.is_mail_due(p_created_at timestamptz, p_attempts int, p_next timestamptz) returns boolean
  language sql stable set search_path = ''
as $$
  select p_next <= now()
    or (p_attempts > 0 and p_next > now() + interval '61 minutes')
    or (p_attempts = 0 and p_created_at > now() + interval '1 minute' and p_next <= p_created_at + interval '61 minutes')
$$;
comment on function private.is_mail_due(timestamptz, int, timestamptz) is
  'Whether an email may be sent now; a time that only a clock that was ahead can have stored is past.';

create or replace function private.lease_due_mails(p_limit int, p_seconds int)
  returns table (id bigint, kind text, message_id uuid, address text, optional boolean, forgotten boolean, attempts int, data jsonb)
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mail private.mails;
  v_data jsonb;
  v_address text;
  -- One by one: what cannot be sent makes room for another.
  v_left int := least(greatest(coalesce(p_limit, 1), 1), 100);
begin
  if random() < 0.02 then delete from private.mails m where m.created_at < now() - interval '90 days'; end if;
  while v_left > 0 loop
    select m.* into v_mail from private.mails m
      where m.state in ('waiting', 'leased') and private.is_mail_due(m.created_at, m.attempts, m.next_attempt_at)
      order by m.next_attempt_at, m.id limit 1 for update skip locked;
    exit when not found;
    v_data := private.mail_data(v_mail);
    v_address := coalesce(v_mail.address, (select nullif(u.email, '') from auth.users u where u.id = v_mail.user_id));
    if v_data is null then
      delete from private.mails m where m.id = v_mail.id;
    -- Without an answer in 100 tries, each of them ended its worker.
    elsif v_address is null or (v_mail.attempts >= 100 and v_mail.answer is null) then
      update private.mails m
        set state = 'failed', leased_until = null,
          answer = coalesce(m.answer, case when v_address is null then 'The account has no address.' else 'It was begun 100 times and never ended.' end)
        where m.id = v_mail.id;
    else
      update private.mails m
        set state = 'leased', attempts = m.attempts + 1, leased_until = v.at, next_attempt_at = v.at
        from (select now() + make_interval(secs => least(greatest(coalesce(p_seconds, 60), 1), 3600)) as at) v
        where m.id = v_mail.id
        returning m.attempts into attempts;
      id := v_mail.id;
      kind := v_mail.kind;
      message_id := v_mail.message_id;
      address := v_address;
      select k.optional, k.forgotten into optional, forgotten from private.mail_kinds k where k.kind = v_mail.kind;
      data := v_data;
      v_left := v_left - 1;
      return next;
    end if;
  end loop;
end
$$;
