-- Offering, signing and ending an agreement. The request is locked before its agreement, always: of two acts at one
-- instant the second finds what the first has done.
create function private.agreement_side(p_lead uuid, p_artist uuid, p_token text, p_settling boolean default false) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_withdrawn timestamptz;
begin
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  perform private.expect_client(p_lead);
  if not exists (select from public.lead_assignments s
      where s.lead_id = p_lead and s.artist_id = p_artist and s.accepted_at is not null
        and (s.state in ('accepted', 'completed') or p_settling and s.state = 'called_off')) then
    perform private.fail('move_refused');
  end if;
  return v_side;
end
$$;
comment on function private.agreement_side(uuid, uuid, text, boolean) is
  'On which side the caller is of a request whose proposal was accepted; the request is locked for a change. Everybody else is refused. p_settling is for what is owed, which a job that was called off leaves open.';

create function private.move_agreement(p_lead uuid, p_artist uuid, p_event text, p_actor text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_next text;
begin
  insert into private.agreements (lead_id, artist_id) values (p_lead, p_artist) on conflict do nothing;
  v_next := private.next_state('agreement', p_event, p_actor, (
    select a.state from private.agreements a where a.lead_id = p_lead and a.artist_id = p_artist));
  update private.agreements a
    set state = v_next, updated_at = private.clock(),
      in_force = case when p_event = 'countersign' then a.version else a.in_force end,
      ended_by = case when v_next = 'ended' then p_actor end
    where a.lead_id = p_lead and a.artist_id = p_artist;
  perform private.audit('agreement.' || p_event, p_lead, jsonb_build_object('artist', p_artist, 'by', p_actor, 'to', v_next));
  return v_next;
end
$$;
comment on function private.move_agreement(uuid, uuid, text, text) is
  'Makes one move of an agreement, or refuses it and changes nothing. Its callers know who asks, and hold the request.';

create function private.offered_version(p_lead uuid, p_artist uuid, p_hash text) returns private.agreement_versions
  language plpgsql security definer set search_path = '' as $$
declare
  v_version private.agreement_versions;
begin
  select v.* into v_version from private.agreements a
    join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.version
    where a.lead_id = p_lead and a.artist_id = p_artist;
  if not found then perform private.fail('move_refused'); end if;
  if v_version.hash is distinct from p_hash then perform private.fail('agreement_changed'); end if;
  return v_version;
end
$$;
comment on function private.offered_version(uuid, uuid, text) is 'The version that is on offer, if it is the one that the caller has read.';

create function private.mail_agreement(p_kind text, p_lead uuid, p_artist uuid) returns void
  language sql security definer set search_path = '' as $$
  -- Each is news, also the second of its kind.
  select private.mail_side(p_kind, concat_ws(':', p_lead, p_artist, (select a.version from private.agreements a
    where a.lead_id = p_lead and a.artist_id = p_artist), private.clock()), p_lead, p_artist)
$$;
comment on function private.mail_agreement(text, uuid, uuid) is 'Tells one side what the other did about their agreement.';

create function private.agreement_version_line(p_version private.agreement_versions) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('version', p_version.version, 'body', p_version.body, 'hash', p_version.hash,
    'created_at', p_version.created_at, 'signatures', coalesce((
      select jsonb_agg(jsonb_build_object('side', s.side, 'name', s.name, 'signed_at', s.signed_at) order by s.signed_at, s.side)
      from private.agreement_signatures s
      where s.lead_id = p_version.lead_id and s.artist_id = p_version.artist_id and s.version = p_version.version), '[]'))
$$;
comment on function private.agreement_version_line(private.agreement_versions) is 'A version with who signed it, as both sides see it.';

create function private.agreement_language(p_lead uuid, p_artist uuid) returns text
  language sql stable security definer set search_path = '' as $$
  select case when l.locale = private.account_locale(a.user_id) then l.locale else 'en' end
  from public.lead_records l, public.artists a where l.id = p_lead and a.id = p_artist
$$;
comment on function private.agreement_language(uuid, uuid) is
  'The language of the text that counts until the artist chooses the other: that of the request where the artist''s account has it too, else English.';

create function private.agreement_can(p_agreement private.agreements, p_side text) returns text[]
  language sql stable security definer set search_path = '' as $$
  select array(
    -- The second signature is the same act for both sides.
    select distinct replace(m.event, 'countersign', 'sign') from private.moves m
    where m.process = 'agreement' and m.actor = p_side and m.state = coalesce(p_agreement.state, 'draft')
      and (m.event not in ('sign', 'countersign') or not exists (select from private.agreement_signatures s
        where s.lead_id = p_agreement.lead_id and s.artist_id = p_agreement.artist_id and s.version = p_agreement.version
          and s.side = p_side))
    order by 1)
$$;
comment on function private.agreement_can(private.agreements, text) is
  'What a side may do about an agreement, by the table of moves; no row is a draft. Each act checks it again.';

create function private.agreement_data(p_lead uuid, p_artist uuid, p_side text, p_guest boolean) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('side', p_side, 'by_code', p_guest, 'state', coalesce(a.state, 'draft'), 'change', a.change,
    'ended_by', a.ended_by, 'ended_reason', a.ended_reason, 'language', private.agreement_language(p_lead, p_artist),
    'can', private.agreement_can(a, p_side),
    -- What was taken back is the artist's alone.
    'current', case when p_side = 'artist' or a.state <> 'draft' then (
      select private.agreement_version_line(v) from private.agreement_versions v
      where v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.version) end,
    'in_force', case when a.in_force <> a.version then (
      select private.agreement_version_line(v) from private.agreement_versions v
      where v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force) end)
  from (select p_lead as lead_id, p_artist as artist_id) k
  left join private.agreements a on a.lead_id = k.lead_id and a.artist_id = k.artist_id
$$;
comment on function private.agreement_data(uuid, uuid, text, boolean) is
  'The agreement as one side sees it: current is what was offered last, in_force the one that both signed before it, in force while both amend it, or ended.';

create function private.read_agreement(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.agreement_data(p_lead, p_artist, private.conversation_side(p_lead, p_artist, p_token), not private.is_client_proven(p_token))
$$;
comment on function private.read_agreement(uuid, uuid, text) is
  'The agreement for one of its two sides, and nobody else: {side, by_code, state, change, ended_by, ended_reason, language, current, in_force}, versions with body, hash and signatures.';

create function private.offer_agreement(p_lead uuid, p_body jsonb, p_read int, p_key uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_typed jsonb := private.checked_agreement(p_body);
  v_body text;
  v_read int;
  v_next int;
begin
  if p_key is null then perform private.fail('invalid_input'); end if;
  perform private.agreement_side(p_lead, v_artist, null);
  -- An answer that was lost.
  if exists (select from private.agreement_versions v where v.lead_id = p_lead and v.artist_id = v_artist and v.idempotency_key = p_key) then
    if not exists (select from private.agreement_versions v
        where v.lead_id = p_lead and v.artist_id = v_artist and v.idempotency_key = p_key
          and v.body::jsonb - '{owner,insured_to,sketch}'::text[] = v_typed) then
      perform private.fail('idempotency_conflict');
    end if;
    return private.agreement_data(p_lead, v_artist, 'artist', false);
  end if;
  v_read := (select a.version from private.agreements a where a.lead_id = p_lead and a.artist_id = v_artist);
  if coalesce(v_read, 0) <> coalesce(p_read, 0) then perform private.fail('agreement_changed'); end if;
  -- The number of one that was taken back is not used again.
  select coalesce(max(v.version), 0) + 1 into v_next from private.agreement_versions v where v.lead_id = p_lead and v.artist_id = v_artist;
  if v_next > 100 then perform private.fail('agreement_versions_too_many'); end if;
  perform private.refuse_begun_parts(p_lead, v_artist, v_typed);
  perform private.move_agreement(p_lead, v_artist, 'offer', 'artist');
  v_body := (v_typed || private.agreement_facts(p_lead, v_artist))::text;
  insert into private.agreement_versions (lead_id, artist_id, version, body, hash, idempotency_key, created_at)
    values (p_lead, v_artist, v_next, v_body, encode(sha256(convert_to(v_body, 'UTF8')), 'hex'), p_key, private.clock());
  update private.agreements a set version = v_next, change = null, ended_reason = null where a.lead_id = p_lead and a.artist_id = v_artist;
  perform private.mail_agreement('request_agreement_offered', p_lead, v_artist);
  return private.agreement_data(p_lead, v_artist, 'artist', false);
end
$$;
comment on function private.offer_agreement(uuid, jsonb, int, uuid) is
  'The calling artist offers a new version to the client, unless p_read is not the present one by now; nobody has signed it yet. Once for each key. Answers as read_agreement.';

create function private.take_back_agreement(p_lead uuid, p_hash text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_state text;
begin
  perform private.agreement_side(p_lead, v_artist, null);
  perform private.offered_version(p_lead, v_artist, p_hash);
  v_state := (select a.state from private.agreements a where a.lead_id = p_lead and a.artist_id = v_artist);
  if v_state not in ('draft', 'in_force') then
    perform private.move_agreement(p_lead, v_artist, 'take_back', 'artist');
    -- What both have signed goes on.
    update private.agreements a set change = null, version = case a.state when 'in_force' then a.in_force else a.version end
      where a.lead_id = p_lead and a.artist_id = v_artist;
  end if;
  return private.agreement_data(p_lead, v_artist, 'artist', false);
end
$$;
comment on function private.take_back_agreement(uuid, text) is
  'The calling artist takes an offer back before both have signed it. Again changes nothing. Answers as read_agreement.';

create function private.ask_agreement_change(p_lead uuid, p_artist uuid, p_hash text, p_text text, p_token text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_text text;
begin
  if v_side <> 'client' then perform private.fail('not_allowed'); end if;
  v_text := private.required_text(p_text, 2000, 'change_required', 'message_too_long', 'change');
  perform private.offered_version(p_lead, p_artist, p_hash);
  if not exists (select from private.agreements a where a.lead_id = p_lead and a.artist_id = p_artist and a.change = v_text) then
    perform private.move_agreement(p_lead, p_artist, 'ask_change', 'client');
    update private.agreements a set change = v_text where a.lead_id = p_lead and a.artist_id = p_artist;
    perform private.mail_agreement('lead_agreement_change', p_lead, p_artist);
  end if;
  return private.agreement_data(p_lead, p_artist, 'client', not private.is_client_proven(p_token));
end
$$;
comment on function private.ask_agreement_change(uuid, uuid, text, text, text) is
  'The client says what they would like to have changed before they sign. The same words again change nothing. Answers as read_agreement.';

create function private.send_agreement_code(p_lead uuid, p_artist uuid, p_hash text, p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
begin
  if private.agreement_side(p_lead, p_artist, p_token) <> 'client' or p_token is null then perform private.fail('not_allowed'); end if;
  perform private.offered_version(p_lead, p_artist, p_hash);
  return private.mail_code(p_lead, 'sign_agreement', p_artist, p_hash);
end
$$;
comment on function private.send_agreement_code(uuid, uuid, text, text) is
  'Emails a guest the code to sign one version with: {email}, and mail where it does not leave now.';

create function private.sign_agreement(p_lead uuid, p_artist uuid, p_hash text, p_name text, p_waives boolean default false,
  p_code text default null, p_token text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_version private.agreement_versions := private.offered_version(p_lead, p_artist, p_hash);
  v_name text := private.one_line(p_name);
  v_other boolean;
  v_secret text;
  v_proof private.device_proofs := private.device_proof(p_token);
begin
  if not exists (select from private.agreement_signatures s
      where s.lead_id = p_lead and s.artist_id = p_artist and s.version = v_version.version and s.side = v_side) then
    if coalesce(v_name, '') = '' then perform private.fail('name_required'); end if;
    if char_length(v_name) > 100 then perform private.fail('name_too_long'); end if;
    -- Said in the answer and not raised: the try stays counted.
    if not private.is_client_proven(p_token) then
      v_secret := private.try_code(p_lead, p_hash, p_code);
      if v_secret is null then
        return private.agreement_data(p_lead, p_artist, v_side, true) || jsonb_build_object('refused', 'code_refused');
      end if;
      v_proof := private.device_proof(split_part(p_token, '.', 1) || '.' || v_secret);
    end if;
    v_other := exists (select from private.agreement_signatures s
      where s.lead_id = p_lead and s.artist_id = p_artist and s.version = v_version.version);
    perform private.move_agreement(p_lead, p_artist, case when v_other then 'countersign' else 'sign' end, v_side);
    insert into private.agreement_signatures
      (lead_id, artist_id, version, side, hash, name, proven_by, address_hash, proven_at, signed_at)
      values (p_lead, p_artist, v_version.version, v_side, p_hash, v_name,
        case when v_proof.secret_hash is null then 'account' else 'code' end, v_proof.address_hash, v_proof.proven_at, private.clock());
    if v_other then
      perform private.set_payment_parts(p_lead, p_artist);
      perform private.mail_agreement('request_agreement_in_force', p_lead, p_artist);
      perform private.mail_agreement('lead_agreement_in_force', p_lead, p_artist);
    else
      if v_side = 'client' then perform private.mail_agreement('lead_agreement_signed', p_lead, p_artist); end if;
      perform private.tell_side(v_side, p_lead, p_artist, 'sign_agreement');
    end if;
  end if;
  return private.agreement_data(p_lead, p_artist, v_side, v_secret is null and not private.is_client_proven(p_token))
    || case when v_secret is null then '{}'::jsonb else jsonb_build_object('proof', v_secret) end;
end
$$;
comment on function private.sign_agreement(uuid, uuid, text, text, boolean, text, text) is
  'Signs the version with this hash for the caller''s side, a guest with the code of an email. p_waives changes nothing: a waiver of rights is a clause of the text. Again changes nothing. Answers as read_agreement; refused is code_refused where the code is wrong.';

create function private.end_agreement(p_lead uuid, p_artist uuid, p_reason text, p_token text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_reason text := private.required_text(p_reason, 500, 'reason_required', 'reason_too_long');
begin
  if not exists (select from private.agreements a
      where a.lead_id = p_lead and a.artist_id = p_artist and a.state = 'ended' and a.ended_by = v_side) then
    -- Of a painted wall nothing is left but what is owed.
    if exists (select from public.lead_assignments s where s.lead_id = p_lead and s.artist_id = p_artist and s.state = 'completed') then
      perform private.fail('move_refused');
    end if;
    perform private.move_agreement(p_lead, p_artist, 'end', v_side);
    update private.agreements a set ended_reason = v_reason where a.lead_id = p_lead and a.artist_id = p_artist;
    perform private.mail_agreement(case v_side when 'client' then 'lead_agreement_ended' else 'request_agreement_ended' end, p_lead, p_artist);
    perform private.tell_side(v_side, p_lead, p_artist, 'end_agreement');
  end if;
  return private.agreement_data(p_lead, p_artist, v_side, not private.is_client_proven(p_token));
end
$$;
comment on function private.end_agreement(uuid, uuid, text, text) is
  'One side ends an agreement early, with a reason; what is paid then is in its text. Not once the wall is painted. Again changes nothing. Answers as read_agreement.';
