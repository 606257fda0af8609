-- What admins see of the mails, and what they can do about one.
create function private.admin_mails(p_state text, p_before bigint, p_limit int) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_states text[] := case p_state when 'waiting' then array['waiting', 'leased'] when 'sent' then array['sent']
    when 'failed' then array['failed'] end;
begin
  perform private.require_admin();
  if p_state is not null and v_states is null then perform private.fail('invalid_input', 'state'); end if;
  return jsonb_build_object(
    'counts', (select jsonb_build_object('waiting', count(*) filter (where m.state in ('waiting', 'leased')),
      'sent', count(*) filter (where m.state = 'sent'), 'failed', count(*) filter (where m.state = 'failed')) from private.mails m),
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind,
        'to', coalesce(q.address, (select u.email from auth.users u where u.id = q.user_id)),
        'lead_id', q.lead_id, 'state', case q.state when 'leased' then 'waiting' else q.state end, 'attempts', q.attempts,
        'next_attempt_at', case when q.state in ('waiting', 'leased') then q.next_attempt_at end, 'answer', q.answer,
        'created_at', q.created_at, 'sent_at', q.sent_at) order by q.id desc)
      from (
        select m.* from private.mails m
        where (v_states is null or m.state = any (v_states)) and (p_before is null or m.id < p_before)
        order by m.id desc limit least(greatest(coalesce(p_limit, 25), 1), 100)
      ) q), '[]'));
end
$$;
comment on function private.admin_mails(text, bigint, int) is
  'Mails, the newest first, from below an id on: {counts: {waiting, sent, failed}, rows}. What they say is not among it.';

create function public.admin_mails(p_state text default null, p_before bigint default null, p_limit int default 25) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_mails(p_state, p_before, p_limit)
$$;
comment on function public.admin_mails(text, bigint, int) is
  'Mails that are waiting, sent or failed, with the server''s answers: {counts, rows}; the next page is below the last id. Admins only.';

create function private.resend_mail(p_id bigint) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mail private.mails;
begin
  perform private.require_admin();
  update private.mails m
    set state = 'waiting', attempts = 0, next_attempt_at = now(), sent_at = null,
      -- Mailboxes drop what has an identity that they have seen.
      message_id = case m.state when 'sent' then gen_random_uuid() else m.message_id end
    where m.id = p_id and m.state in ('sent', 'failed')
    returning m.* into v_mail;
  if v_mail.id is null then perform private.fail('invalid_input', 'mail'); end if;
  perform private.audit('mail.resent', v_mail.lead_id, jsonb_build_object('mail', v_mail.id, 'kind', v_mail.kind));
  perform pg_notify('mails', '');
  return v_mail.state;
end
$$;
comment on function private.resend_mail(bigint) is 'Sends a mail again that was sent or has failed; the second is a mail of its own when the first was sent.';

create function public.resend_mail(p_id bigint) returns text
  language sql security invoker set search_path = ''
as $$
  select private.resend_mail(p_id)
$$;
comment on function public.resend_mail(bigint) is 'Puts a sent or failed mail back among those that wait; gives its state. Admins only.';
grant execute on function private.admin_mails(text, bigint, int), public.admin_mails(text, bigint, int),
  private.resend_mail(bigint), public.resend_mail(bigint) to authenticated;
