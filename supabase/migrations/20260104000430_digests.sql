-- What somebody wants to hear of once a day is collected in their notices and leaves as one mail at 8 in their morning:
-- a row in the outbox like any other, made when the hour has come, so that it says what is unread by then.
insert into private.mail_kinds (kind, optional) values ('digest', true);

create function private.write_digests() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_digest record;
  v_key text;
begin
  if random() < 0.02 then delete from public.notices n where n.created_at < now() - interval '90 days'; end if;
  for v_digest in
    with due as (
      select n.id, n.user_id, n.digest_at from public.notices n
      where n.digest_at <= private.clock() for update skip locked
    ), taken as (
      update public.notices n set digest_at = null from due where n.id = due.id
    )
    select d.user_id, d.digest_at, jsonb_agg(d.id) as ids from due d group by d.user_id, d.digest_at order by 2, 1
  loop
    v_key := to_char(v_digest.digest_at at time zone 'utc', 'YYYY-MM-DD HH24:MI');
    -- One that came while this morning's was being written.
    if exists (select from private.mails m where m.event = 'digest:' || v_key and m.recipient = v_digest.user_id::text) then
      update public.notices n set digest_at = private.next_digest_of(n.user_id)
        where n.id in (select i::uuid from jsonb_array_elements_text(v_digest.ids) i);
    else
      perform private.write_mail('digest', v_key, v_digest.user_id, null, null, null,
        jsonb_build_object('notices', v_digest.ids));
    end if;
  end loop;
end
$$;
comment on function private.write_digests() is
  'Notes the digests whose morning has come, one for each person and day. Also forgets what is older than 90 days.';

-- Both as before, with what digests and preferences add around them.
alter function private.mail_data(private.mails) rename to mail_subject;
comment on function private.mail_subject(private.mails) is
  'What a mail is about, as it is now: its payload, the request without a person, who has it. Null when that is gone.';

create function private.mail_data(p_mail private.mails) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kind private.mail_kinds;
  v_data jsonb;
begin
  select * into v_kind from private.mail_kinds k where k.kind = p_mail.kind;
  if v_kind.kind = 'digest' then
    select jsonb_build_object('notices', jsonb_agg(private.notice_line(n) order by n.created_at, n.id)) into v_data
      from public.notices n join private.mail_kinds k on k.kind = n.kind
      where n.id in (select i::uuid from jsonb_array_elements_text(p_mail.payload -> 'notices') i)
        and n.user_id = p_mail.user_id and n.read_at is null and private.notice_mode(n.user_id, k.topic) <> 'here'
      having count(*) > 0;
  elsif p_mail.user_id is null or private.notice_mode(p_mail.user_id, v_kind.topic) <> 'here' then
    v_data := private.mail_subject(p_mail);
  end if;
  if v_kind.optional and p_mail.user_id is not null then
    v_data := v_data || jsonb_build_object('unsubscribe', private.unsubscribe_token(p_mail.user_id, v_kind.topic));
  end if;
  return v_data;
end
$$;
comment on function private.mail_data(private.mails) is
  'What the mail may show, as it is now, and the token that ends such mails. Null when it is not wanted any more, or what it is about is gone.';

alter function private.lease_mails(int, int) rename to lease_due_mails;
revoke execute on function private.lease_due_mails(int, int) from service_role;
comment on function private.lease_due_mails(int, int) is
  'Takes mails that are due, the oldest first, and gives each to one worker for so many seconds; one whose lease ran out is due again. What is about something that is gone is dropped.';

create function private.lease_mails(p_limit int, p_seconds int)
  returns table (id bigint, kind text, message_id uuid, address text, optional boolean, forgotten boolean, attempts int, data jsonb)
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_digests();
  return query select * from private.lease_due_mails(p_limit, p_seconds);
end
$$;
comment on function private.lease_mails(int, int) is 'Leases mails that are due, the digests of this morning among them.';
grant execute on function private.lease_mails(int, int) to service_role;
