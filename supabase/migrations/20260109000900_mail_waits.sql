-- An email fails for good only when its server refuses it. What a server says about us (quota, sender, password), or that
-- it is down, says nothing about the email: it waits for five days (RFC 5321, section 4.5.4.1) and admins see that it waits.
create or replace function private.finish_mail(p_id bigint, p_ok boolean, p_answer text, p_permanent boolean) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mail private.mails;
begin
  update private.mails m
    set state = case when p_ok then 'sent'
        when p_permanent or (m.attempts >= 100 and m.created_at < now() - interval '5 days') then 'failed'
        else 'waiting' end,
      -- 30 s, doubled each time, at most 15 minutes.
      next_attempt_at = now() + least(interval '30 seconds' * power(2, least(m.attempts, 20) - 1), interval '15 minutes'),
      leased_until = null,
      answer = left(regexp_replace(p_answer, '[[:cntrl:]]+', ' ', 'g'), 500),
      sent_at = case when p_ok then now() end,
      payload = case when p_ok then m.payload - 'link' else m.payload end
    -- A worker that took longer than its lease may still say that a mail left.
    where m.id = p_id and (m.state = 'leased' or (p_ok and m.state <> 'sent'))
    returning m.* into v_mail;
  delete from private.mails m using private.mail_kinds k
    where m.id = v_mail.id and m.state in ('sent', 'failed') and k.kind = m.kind and k.forgotten;
  return v_mail.state;
end
$$;

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
      where m.state in ('waiting', 'leased') and m.next_attempt_at <= now()
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

create function private.keep_mails(p_ids bigint[], p_seconds int) returns void
  language sql security definer set search_path = ''
as $$
  update private.mails m set leased_until = v.at, next_attempt_at = v.at
  from (select now() + make_interval(secs => least(greatest(coalesce(p_seconds, 60), 1), 3600)) as at) v
  where m.id = any (p_ids[1:100]) and m.state = 'leased'
$$;
comment on function private.keep_mails(bigint[], int) is
  'Keeps leased emails with their worker for so many seconds more: a server may take ten minutes to answer.';

create function public.keep_mails(p_ids bigint[], p_seconds int) returns void
  language sql security invoker set search_path = ''
as $$
  select private.keep_mails(p_ids, p_seconds)
$$;
comment on function public.keep_mails(bigint[], int) is 'Keeps leased emails with their worker. Secret key only.';
grant execute on function private.keep_mails(bigint[], int), public.keep_mails(bigint[], int) to service_role;

create or replace function private.needs_mails(p_rows int) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with q as materialized (select m.* from private.mails m where m.state = 'failed' and m.settled_at is null),
    -- Half an hour of tries, of which the first three end within four minutes.
    stuck as materialized (
      select m.* from private.mails m where m.state in ('waiting', 'leased') and m.attempts >= 3 and m.answer is not null
        and m.created_at < now() - interval '30 minutes')
  -- Those that are stuck have one cause, and count as one thing to look at.
  select jsonb_build_object('total', (select count(*) from q) + least(1, (select count(*) from stuck)),
    'stuck', (select jsonb_build_object('total', count(*), 'since', min(s.created_at),
      'answer', (array_agg(s.answer order by s.id desc))[1]) from stuck s having count(*) > 0),
    'rows', coalesce((
    select jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind,
      'to', coalesce(p.address, (select u.email from auth.users u where u.id = p.user_id)), 'state', p.state,
      'attempts', p.attempts, 'next_attempt_at', null, 'answer', p.answer, 'created_at', p.created_at, 'sent_at', p.sent_at)
      order by p.id desc)
    from (select q.* from q order by q.id desc limit p_rows) p), '[]'))
$$;
