-- Whoever has the link of a request can have it mailed to the address in it, to have it on another device.
create function private.mail_request_link(p_token text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.lead_of_link(p_token);
  v_email text;
begin
  perform private.hit('link_ip', private.client_ip(), private.setting_int('link_ip_limit', 10), interval '10 minutes');
  perform private.hit('link_lead', v_lead::text, private.setting_int('link_email_limit', 3), interval '1 hour');
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead;
  -- A held one tells its sender nothing, as when it came. Two presses within a minute are one mail.
  if not (select l.held from public.lead_records l where l.id = v_lead) then
    perform private.write_mail('request_link', 'own:' || v_lead || ':' || date_trunc('minute', now()), null, v_email, v_lead, null,
      jsonb_build_object('link', private.request_path(p_token)));
  end if;
  return jsonb_build_object('email', v_email);
end
$$;
comment on function private.mail_request_link(text) is
  'Mails the link that a token is of to the address in its request, three times an hour; the link stays valid.';

create function public.mail_request_link(p_token text) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.mail_request_link(p_token)
$$;
comment on function public.mail_request_link(text) is 'Mails a link to the address in the request that it opens: {email}.';
grant execute on function private.mail_request_link(text), public.mail_request_link(text) to anon, authenticated;
