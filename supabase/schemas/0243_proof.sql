-- What the link of a request is enough for, and what takes the account or six digits from an email. A link is forwarded,
-- a mailbox is not: with the link one reads and speaks; who the client is, and what is signed, is for the client alone.
create table private.act_proofs (
  act text primary key check (act ~ '^[a-z]+(_[a-z]+)*$'),
  -- What the act asks of a guest, besides the link.
  proof text not null check (proof in ('link', 'code', 'code_if_proven', 'code_if_signed', 'own_code'))
);
comment on table private.act_proofs is
  'Every function that the link of a request opens, and the proof it takes: link; code, the account or six digits to the address; code_if_proven and code_if_signed, those where the address was proven or something is signed; own_code, a code in the call. Without a row nothing is opened.';

insert into private.act_proofs (act, proof)
select act, p.proof from (values
  ('link', '{add_request_artist,add_request_line,add_sketch_pin,agreed_papers,ask_address_change,ask_agreement_change,ask_for_agreement,ask_sketch_changes,
    accept_proposal,ask_artist_again,complete_request,conversation_review,decline_proposal,diary_data,dispute_completion,edit_review,
    enter_code,keep_sketch,mail_request_link,mark_conversation_read,move_payment,my_open_requests,open_certificate,
    place_consent,read_agreement,read_conversation,read_job,read_payments,read_sealed_jobs,report_message,report_payment,request_photos,
    request_rules,send_agreement_code,send_code,send_message,set_place_consent,set_review_pictures,set_site_facts,
    sketch_data,skip_agreement,stop_address_change,submit_review,track_request,undo_completion}'::text[]),
  ('code', '{agree_sketch_round,approve_sketch,end_agreement,reopen_sketch}'),
  ('code_if_proven', '{adopt_requests,correct_request_contact,rotate_request_link}'),
  ('code_if_signed', '{call_off_job,close_request,erase_request}'),
  ('own_code', '{sign_agreement}')
) p (proof, acts), unnest(p.acts) act;

create table private.proof_codes (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null unique references public.lead_contacts (lead_id) on delete cascade,
  -- Of the version that it signs; null for everything else.
  artist_id uuid,
  hash text,
  act text not null references private.act_proofs (act),
  -- Wrong codes typed so far.
  tries int not null default 0,
  created_at timestamptz not null,
  check ((hash is null) = (artist_id is null))
);
comment on table private.proof_codes is
  'The code that a guest was last emailed, for one act and 15 minutes. The code itself is made from the id, and kept nowhere.';
create index proof_codes_act_idx on private.proof_codes (act);

create table private.device_proofs (
  -- SHA-256 of what the browser keeps.
  secret_hash bytea primary key,
  lead_id uuid not null references public.lead_contacts (lead_id) on delete cascade,
  -- Where the code went: another address has to be proven anew.
  address_hash bytea not null,
  proven_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table private.device_proofs is
  'Devices on which the six digits of a request were typed: SHA-256 of a second secret, which stands behind the token in calls (token.secret) and in no link. 30 days each.';
create index device_proofs_lead_idx on private.device_proofs (lead_id);

create function private.device_proof(p_token text) returns private.device_proofs
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_proof private.device_proofs;
begin
  select d.* into v_proof from private.device_proofs d join public.lead_contacts c on c.lead_id = d.lead_id
    where d.secret_hash = sha256(convert_to(split_part(p_token, '.', 2), 'UTF8')) and d.expires_at > private.clock()
      and d.lead_id = private.request_by_token(p_token) and d.address_hash = private.address_hash(c.email);
  return v_proof;
end
$$;
comment on function private.device_proof(text) is 'What the second secret behind a token proves for its request; null for none.';

create function private.is_client_proven(p_token text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return p_token is null or (private.device_proof(p_token)).secret_hash is not null
    or exists (select from public.lead_contacts c
      where c.lead_id = private.request_by_token(p_token) and lower(c.email) = private.proven_email());
end
$$;
comment on function private.is_client_proven(text) is
  'Whether the caller is the client and not only has the link: by their account, by the address of their account, or by a code on this device.';

create function private.with_proof(p_act text, p_token text) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_proof text := (select a.proof from private.act_proofs a where a.act = p_act);
  v_lead uuid;
begin
  if v_proof is null then perform private.fail('not_allowed'); end if;
  if p_token is null or v_proof in ('link', 'own_code') then return p_token; end if;
  v_lead := private.request_by_token(p_token);
  if v_lead is not null and (case v_proof when 'code_if_proven' then private.is_address_proven(v_lead)
      when 'code_if_signed' then exists (select from private.agreement_signatures s where s.lead_id = v_lead) else true end) and not private.is_client_proven(p_token) then
    perform private.fail('proof_required');
  end if;
  return p_token;
end
$$;
comment on function private.with_proof(text, text) is
  'The token of a call, if it brings the proof that its act takes (private.act_proofs). Every function that takes a token asks it; without one the caller is an account.';

create function private.is_address_proven(p_lead uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.request_senders s where s.lead_id = p_lead and (s.proven_by = 'link' or s.was_proven));
end
$$;
comment on function private.is_address_proven(uuid) is 'Whether the address of a request, or one before it, was proven by a link or a code that was emailed to it.';

create function private.proof_code(p_id uuid) returns text
  language sql stable security definer set search_path = '' as $$
  select lpad(((('x' || substr(encode(private.peppered('code' || p_id), 'hex'), 1, 8))::bit(32)::bigint)
    % 1000000)::text, 6, '0')
$$;
comment on function private.proof_code(uuid) is 'The six digits that belong to a row of private.proof_codes.';

create function private.mail_code(p_lead uuid, p_act text, p_artist uuid, p_hash text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_code uuid := gen_random_uuid();
  v_email text := (select c.email from public.lead_contacts c where c.lead_id = p_lead);
begin
  perform private.rate_limit('proof_code', p_lead::text, 5, interval '1 hour');
  insert into private.proof_codes as c (id, lead_id, artist_id, hash, act, created_at)
    values (v_code, p_lead, p_artist, p_hash, p_act, private.clock())
    on conflict (lead_id) do update set id = excluded.id, artist_id = excluded.artist_id, hash = excluded.hash,
      act = excluded.act, tries = 0, created_at = excluded.created_at;
  perform private.write_mail('request_signing_code', v_code::text, null, v_email, p_lead, p_artist);
  return jsonb_build_object('email', v_email)
    || private.unsent(private.mail_outcome('request_signing_code', v_code::text, v_email, p_lead));
end
$$;
comment on function private.mail_code(uuid, text, uuid, text) is
  'Emails the client of a request a code for one act, for 15 minutes. It ends the one before.';

create function private.try_code(p_lead uuid, p_hash text, p_code text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_code private.proof_codes;
  v_secret text := translate(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid(), 'UTF8')), 'base64'), '+/=', '-_');
begin
  update private.proof_codes c set tries = c.tries + 1
    where c.lead_id = p_lead and c.hash is not distinct from p_hash and c.tries < 5 and c.created_at > private.clock() - interval '15 minutes'
    returning c.* into v_code;
  if v_code.id is null or private.proof_code(v_code.id) is distinct from private.code_digits(p_code) then return null; end if;
  delete from private.proof_codes c where c.id = v_code.id;
  perform private.prove_request(p_lead);
  insert into private.device_proofs (secret_hash, lead_id, address_hash, proven_at, expires_at)
    select sha256(convert_to(v_secret, 'UTF8')), c.lead_id, private.address_hash(c.email), private.clock(), private.clock() + interval '30 days'
    from public.lead_contacts c where c.lead_id = p_lead;
  return v_secret;
end
$$;
comment on function private.try_code(uuid, text, text) is
  'Spends one of five tries on a code and, where it is right, the code itself: then its reader is who has the address. Gives the secret that proves it on this device; null for a wrong one.';

create function private.send_code(p_token text, p_act text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.request_of_link(p_token);
begin
  if not exists (select from private.act_proofs a where a.act = p_act and a.proof like 'code%') then perform private.fail('invalid_input'); end if;
  if (select l.held from public.lead_records l where l.id = v_lead) then perform private.fail('not_allowed'); end if;
  return private.mail_code(v_lead, p_act, null, null);
end
$$;
comment on function private.send_code(text, text) is
  'Emails the client of a link the code for an act that takes one. Gives {email}, and mail where it does not leave now.';

create function private.enter_code(p_token text, p_code text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_secret text := private.try_code(private.request_of_link(p_token), null, p_code);
begin
  -- Said in the answer and not raised: the try stays counted.
  return case when v_secret is null then '{"refused": "code_refused"}' else jsonb_build_object('proof', v_secret) end;
end
$$;
comment on function private.enter_code(text, text) is
  'Trades six digits for {proof}, which stands behind the token (token.proof) in further calls of this device, for 30 days; {refused: code_refused} for wrong ones.';

create function private.tell_client(p_lead uuid, p_act text, p_before text default null) returns void
  language sql security definer set search_path = '' as $$
  -- Not about a request that is gone, nor with the link of one to an address that it had before.
  select private.write_mail('request_acted', concat_ws(':', p_lead, p_act, private.clock()), null, coalesce(p_before, c.email),
    case when p_before is null and p_act <> 'erase_request' then p_lead end, null,
    jsonb_build_object('act', p_act, 'reference', l.reference), p_locale => private.mail_locale(null, l.created_by_user, l.id))
  from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
  where l.id = p_lead and not l.held and (p_before is not null or private.is_known_recipient(l.created_by_user, c.email))
$$;
comment on function private.tell_client(uuid, text, text) is
  'Tells the client of what was just done in their name: at their proven address, or at the one that they had before.';

create function private.tell_side(p_side text, p_lead uuid, p_artist uuid, p_act text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if p_side = 'client' then
    perform private.tell_client(p_lead, p_act);
  else
    perform private.write_mail('artist_acted', concat_ws(':', p_artist, p_lead, p_act, private.clock()), a.user_id, null, null, null,
      jsonb_build_object('act', p_act, 'lead_id', p_lead))
    from public.artists a where a.id = p_artist and a.user_id is not null;
  end if;
end
$$;
comment on function private.tell_side(text, uuid, uuid, text) is
  'Tells a side of its own act of those that a link is not enough for: another person may be using its account, or its device.';

grant execute on function private.with_proof(text, text) to anon, authenticated;
