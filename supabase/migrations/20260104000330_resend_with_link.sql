-- The link of a mail is dropped once it has left; who gets the mail again needs one that opens.
alter table private.mail_kinds add column linked boolean not null default false;
comment on column private.mail_kinds.linked is 'Its payload has a link that opens the request; a mail that is sent again gets it anew.';
update private.mail_kinds set linked = true where kind in ('request_confirmed', 'request_link', 'request_waiting');

create or replace function private.resend_mail(p_id bigint) returns text
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
  if v_mail.lead_id is not null and (select k.linked from private.mail_kinds k where k.kind = v_mail.kind) then
    update private.mails m
      set payload = m.payload || jsonb_build_object('link', private.request_path(private.request_token(v_mail.lead_id)))
      where m.id = v_mail.id;
  end if;
  perform private.audit('mail.resent', v_mail.lead_id, jsonb_build_object('mail', v_mail.id, 'kind', v_mail.kind));
  perform pg_notify('mails', '');
  return v_mail.state;
end
$$;
comment on function private.resend_mail(bigint) is
  'Sends a mail again that was sent or has failed, with a link that opens; the second is a mail of its own when the first was sent. The link shows itself to nobody but whom it goes to.';
