-- A client who reads the address of their request no more has its link alone. The link is enough to ask for another
-- address; a week and two emails to the present one are for who still reads it, and stops what they did not ask for.
create table private.address_changes (
  lead_id uuid primary key references public.lead_contacts (lead_id) on delete cascade,
  email text not null check (private.valid_email(email) and char_length(email) <= 255),
  takes_effect_at timestamptz not null,
  -- The second email to the present address was written, two days before.
  is_warned boolean not null default false,
  -- The link that was emailed to the new address was opened; without that nothing changes.
  confirmed_at timestamptz
);
comment on table private.address_changes is
  'Addresses that a client with the link of a request asked for in the place of the present one, which they read no more. Gone once it is changed, stopped, or has not been confirmed in its week.';

create function private.mail_address_change(p_lead uuid, p_email text, p_asked boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_key text := concat_ws(':', p_lead, private.clock());
begin
  perform private.write_mail('request_address_change', v_key, null, p_email, p_lead, null, jsonb_build_object(
    'reference', (select l.reference from public.lead_records l where l.id = p_lead)) || case when p_asked then '{"asked": true}' else '{}' end::jsonb);
  return private.mail_outcome('request_address_change', v_key, p_email, p_lead);
end
$$;
comment on function private.mail_address_change(uuid, text, boolean) is
  'Tells the present address of a request of its change or, with p_asked, asks the new one to confirm it; and says what became of the email.';

create function private.ask_address_change(p_token text, p_email text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.open_request(p_token);
  v_email text := private.pasted_email(p_email);
  v_before text := (select c.email from public.lead_contacts c where c.lead_id = v_lead);
begin
  perform private.check_person('-', v_email, null);
  if lower(v_email) = lower(v_before) then perform private.fail('address_same'); end if;
  -- An account changes it by itself. An address that nobody has proven gets few emails, and may not get the two of these.
  if (select l.held or l.created_by_user is not null from public.lead_records l where l.id = v_lead)
    or not private.is_known_recipient(null, v_before) then perform private.fail('not_allowed'); end if;
  perform private.rate_limit('link_ip', private.client_ip(), private.setting_int('link_ip_limit'), interval '10 minutes');
  perform private.rate_limit('address_change', v_lead::text, private.setting_int('link_email_limit'), interval '1 hour');
  insert into private.address_changes as a (lead_id, email, takes_effect_at) values (v_lead, v_email, private.clock() + interval '7 days')
    on conflict (lead_id) do update set email = excluded.email, takes_effect_at = excluded.takes_effect_at, is_warned = false, confirmed_at = null
      where lower(a.email) <> lower(excluded.email);
  -- The same again is for another email to the new address, and begins no week anew.
  if found then perform private.mail_address_change(v_lead, v_before, false); end if;
  return jsonb_build_object('email', v_email) || private.unsent(private.mail_address_change(v_lead, v_email, true));
end
$$;
comment on function private.ask_address_change(text, text) is
  'The guest of a link asks for another address of their request, which it gets a week later unless it is stopped. Of two addresses the later one counts, from when it was asked for. Gives {email}, and mail where the email that confirms it does not leave now.';

create function private.stop_address_change(p_token text default null, p_lead uuid default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.own_request(p_token, p_lead);
begin
  perform from public.lead_records l where l.id = v_lead for no key update;
  delete from private.address_changes a where a.lead_id = v_lead;
  return private.request_data(v_lead);
end
$$;
comment on function private.stop_address_change(text, uuid) is
  'Keeps the present address of a request. Every link of it is enough, and that in the emails is one. Again changes nothing. Answers as track_request.';

create function private.tend_address_changes() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid;
  v_change private.address_changes;
begin
  for v_lead in
    select a.lead_id from private.address_changes a where a.takes_effect_at <= private.clock() + interval '2 days' order by a.lead_id
  loop
    perform from public.lead_records l where l.id = v_lead for no key update skip locked;
    continue when not found;
    select a.* into v_change from private.address_changes a
      where a.lead_id = v_lead and a.takes_effect_at <= private.clock() + case when a.is_warned then interval '0' else interval '2 days' end;
    continue when not found;
    if (select l.withdrawn_at is not null from public.lead_records l where l.id = v_lead) then
      delete from private.address_changes a where a.lead_id = v_lead;
    elsif not v_change.is_warned then
      update private.address_changes a set is_warned = true, takes_effect_at = private.clock() + interval '2 days' where a.lead_id = v_lead;
      perform private.mail_address_change(v_lead, c.email, false) from public.lead_contacts c where c.lead_id = v_lead;
    -- What could not leave yet has told nobody.
    elsif not exists (select from private.mails m where m.lead_id = v_lead and m.kind = 'request_address_change'
        and not m.payload ? 'asked' and m.state in ('waiting', 'leased')) then
      if v_change.confirmed_at is null then delete from private.address_changes a where a.lead_id = v_lead;
      else
        perform private.audit('request.address_changed', v_lead);
        perform private.change_address(v_lead, v_change.email);
        perform private.prove_request(v_lead);
      end if;
    end if;
  end loop;
end
$$;
comment on function private.tend_address_changes() is
  'Emails the present address once more two days before it changes, and then changes it, if the new one was confirmed.';
