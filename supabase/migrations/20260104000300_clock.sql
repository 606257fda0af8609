-- What happens hours or days after something goes by this clock, so that tests can move it.
create function private.clock() returns timestamptz
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return now() + make_interval(secs => private.setting_int('clock_offset_seconds', 0));
end
$$;
comment on function private.clock() is
  'The time by which reminders, digests and ends of links go: the transaction''s, moved by clock_offset_seconds of private.settings. Nothing but tests sets that.';
comment on table private.settings is
  'Operator settings. client_ip_header, media_origin, lead_ip_limit, lead_user_limit, lead_total_limit, lead_min_elapsed_ms, mail_address_limit, mail_choice_seconds, link_ip_limit, link_email_limit, link_secret, clock_offset_seconds, webhook_url, webhook_secret, pepper.';
