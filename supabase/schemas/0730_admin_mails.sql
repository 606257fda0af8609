-- What admins see of the mails, and what they can do about one.
create function private.resend_mail(p_id bigint) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_mail private.mails;
begin
  perform private.require_admin();
  update private.mails m
    set state = 'waiting', attempts = 0, first_tried_at = null, next_attempt_at = now(), sent_at = null, settled_at = null,
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
comment on function private.resend_mail(bigint) is
  'Sends a mail again that was sent or has failed, with a link that opens; the second is a mail of its own when the first was sent. The link shows itself to nobody but whom it goes to. Admins only.';

-- The list of mails with a search and pages, as the other lists of admins have them.
create function private.admin_mails(
  p_state text default null, p_before bigint default null, p_limit int default 25, p_search text default null, p_offset int default 0
) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_states text[] := case p_state when 'waiting' then array['waiting', 'leased'] when 'sent' then array['sent']
    when 'failed' then array['failed'] end;
  v_like text := private.like_pattern(p_search);
  v_waiting int;
  v_failed int;
  v_all int;
  v_found uuid[];
  v_total int;
  v_rows jsonb;
begin
  perform private.require_admin();
  if p_state is not null and v_states is null then perform private.fail('invalid_input', 'state'); end if;
  -- Few wait or failed, and an index has each; the sent ones, the many, are the rest of all, which reads no text of any.
  select count(*) into v_waiting from private.mails m where m.state in ('waiting', 'leased');
  select count(*) into v_failed from private.mails m where m.state = 'failed';
  select count(*) into v_all from private.mails m;
  if v_like is null then
    v_total := case p_state when 'waiting' then v_waiting when 'failed' then v_failed when 'sent' then v_all - v_waiting - v_failed
      else v_all end;
  else
    select array_agg(u.id) into v_found from auth.users u where u.email ilike v_like;
    select count(*) into v_total from private.mails m
      where (v_states is null or m.state = any (v_states)) and (m.address ilike v_like or m.user_id = any (v_found));
  end if;
  select jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind,
      'to', coalesce(q.address, (select u.email from auth.users u where u.id = q.user_id)),
      'lead_id', q.lead_id, 'state', case q.state when 'leased' then 'waiting' else q.state end, 'attempts', q.attempts,
      'next_attempt_at', case when q.state in ('waiting', 'leased') then q.next_attempt_at end, 'answer', q.answer,
      'created_at', q.created_at, 'sent_at', q.sent_at) order by q.id desc)
    into v_rows
    from (
      select m.* from private.mails m
      where (v_states is null or m.state = any (v_states)) and (p_before is null or m.id < p_before)
        and (v_like is null or m.address ilike v_like or m.user_id = any (v_found))
      order by m.id desc limit least(greatest(coalesce(p_limit, 25), 1), 1000) offset greatest(coalesce(p_offset, 0), 0)
    ) q;
  return jsonb_build_object(
    'counts', jsonb_build_object('waiting', v_waiting, 'sent', v_all - v_waiting - v_failed, 'failed', v_failed),
    'total', v_total, 'rows', coalesce(v_rows, '[]'));
end
$$;
comment on function private.admin_mails(text, bigint, int, text, int) is
  'Mails, the newest first, from below an id on or from a position on: {counts: {waiting, sent, failed}, total, rows}; the search is in addresses. What they say is not among it. Admins only.';
