-- What either side does about sketches. All of it answers with what there is then, and can be repeated.
create function private.add_sketch(p_lead uuid, p_hash text, p_key uuid, p_wall text default null, p_corners jsonb default null,
  p_strength real default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_job private.sketches := private.sketch_job(p_lead, v_artist);
  v_version private.sketch_versions;
  v_number int;
begin
  if p_key is null or p_hash is null then perform private.fail('invalid_input'); end if;
  select * into v_version from private.sketch_versions v where v.lead_id = p_lead and v.artist_id = v_artist and v.idempotency_key = p_key;
  if found then
    if (v_version.hash, v_version.wall, v_version.corners) is distinct from (p_hash, p_wall, p_corners) then
      perform private.fail('idempotency_conflict');
    end if;
    return private.read_sketches(p_lead, v_artist, 'artist');
  end if;
  if not private.is_sketch_stored(p_lead, v_artist, p_hash) then perform private.fail('sketch_missing'); end if;
  if p_wall is not null and (split_part(p_wall, '/', 1) <> p_lead::text or not private.valid_placement(p_corners)
      or p_strength is null or p_strength not between 0 and 1
      -- A photo of the request, or one that either side sent in their conversation.
      or not exists (select from storage.objects o where o.name = p_wall and (o.bucket_id = 'lead-photos'
        or o.bucket_id = 'message-pictures' and split_part(p_wall, '/', 2) = v_artist::text))) then
    perform private.fail('invalid_input', 'wall');
  end if;
  select coalesce(max(v.number), 0) + 1 into v_number from private.sketch_versions v where v.lead_id = p_lead and v.artist_id = v_artist;
  if v_number > 10 then perform private.fail('sketches_full'); end if;
  perform private.move_sketch(v_job, 'send', 'artist', v_number, p_hash);
  insert into private.sketch_versions (lead_id, artist_id, number, hash, wall, corners, strength, created_at, idempotency_key)
    values (p_lead, v_artist, v_number, p_hash, p_wall, case when p_wall is not null then p_corners end,
      case when p_wall is not null then p_strength end, private.clock(), p_key);
  perform private.mail_side('request_sketch', concat_ws(':', p_lead, v_artist, v_number), p_lead, v_artist);
  return private.read_sketches(p_lead, v_artist, 'artist');
end
$$;
comment on function private.add_sketch(uuid, text, uuid, text, jsonb, real) is
  'The next version of the calling artist, once for each key: a picture that is at {lead}/{artist}/{hash}.webp in the bucket sketches already, and where it is laid on a photo of the wall. Answers as sketch_data.';

create function private.valid_placement(p_corners jsonb) returns boolean
  language sql immutable set search_path = '' as $$
  -- A corner may stand beyond the photo, where a wall goes on.
  select coalesce(jsonb_path_match(p_corners, 'strict $.type() == "array" && $.size() == 4
    && !exists($[*] ? (@.type() != "array" || @.size() != 2))
    && !exists($[*][*] ? (@.type() != "number" || @ < -1 || @ > 2))', silent => true), false)
$$;
comment on function private.valid_placement(jsonb) is 'Whether these are four points of two shares of a photo, or near it. Pages draw nothing where no flat picture could look like that.';

create function private.add_sketch_pin(p_lead uuid, p_artist uuid, p_version int, p_x real, p_y real, p_body text, p_key uuid,
  p_token text default null)
  returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_job private.sketches := private.sketch_job(p_lead, p_artist);
  v_body text := private.required_text(p_body, 500, 'pin_required', 'pin_too_long');
  v_pin private.sketch_pins;
begin
  if p_key is null or p_version is null or (p_x between 0 and 1 and p_y between 0 and 1) is not true then perform private.fail('invalid_input'); end if;
  select * into v_pin from private.sketch_pins p
    where p.lead_id = p_lead and p.artist_id = p_artist and p.side = v_side and p.idempotency_key = p_key;
  if found then
    if (v_pin.version, v_pin.x, v_pin.y, v_pin.body) is distinct from (p_version::smallint, p_x, p_y, v_body) then
      perform private.fail('idempotency_conflict');
    end if;
    return private.read_sketches(p_lead, p_artist, v_side);
  end if;
  if not exists (select from private.sketch_versions v where v.lead_id = p_lead and v.artist_id = p_artist and v.number = p_version) then
    perform private.fail('invalid_input', 'version');
  end if;
  if (select count(*) from private.sketch_pins p where p.lead_id = p_lead and p.artist_id = p_artist) >= 200 then
    perform private.fail('pins_full');
  end if;
  perform private.rate_limit('pin', concat_ws(':', p_lead, p_artist, v_side), private.setting_int('message_limit'), interval '10 minutes');
  perform private.move_sketch(v_job, 'pin', v_side);
  insert into private.sketch_pins (lead_id, artist_id, version, side, x, y, body, created_at, idempotency_key)
    values (p_lead, p_artist, p_version, v_side, p_x, p_y, v_body, private.clock(), p_key);
  return private.read_sketches(p_lead, p_artist, v_side);
end
$$;
comment on function private.add_sketch_pin(uuid, uuid, int, real, real, text, uuid, text) is
  'A comment of either side at a place of one version, in shares of its picture, also of one that is not the newest any more; once for each key. Answers as sketch_data.';

create function private.act_on_sketch(p_lead uuid, p_artist uuid, p_event text, p_version int, p_hash text, p_note text, p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_job private.sketches;
  v_version private.sketch_versions;
  v_note text := private.clean_or_null(p_note);
  -- What was approved may be reopened more than once: each time is news.
  v_key text := concat_ws(':', p_lead, p_artist, private.clock());
begin
  if v_side <> 'client' and p_event not in ('reopen', 'keep') then perform private.fail('not_allowed'); end if;
  v_job := private.sketch_job(p_lead, p_artist);
  if p_event in ('reopen', 'keep') then
    perform private.rate_limit('sketch', concat_ws(':', p_lead, p_artist, v_side), 20, interval '1 day');
    perform private.move_sketch(v_job, p_event, v_side, v_job.approved, v_job.approved_hash);
    if p_event = 'reopen' and v_job.state <> v_side || '_reopens' then perform private.tell_side(v_side, p_lead, p_artist, 'reopen_sketch'); end if;
    if p_event = 'reopen' and v_job.state = 'approved' then
      perform private.mail_side(case v_side when 'client' then 'lead_sketch_reopened' else 'request_sketch_reopened' end, v_key, p_lead, p_artist);
    end if;
    return private.read_sketches(p_lead, p_artist, v_side);
  end if;
  select * into v_version from private.sketch_versions v where v.lead_id = p_lead and v.artist_id = p_artist and v.number = p_version;
  if v_version.number is null then perform private.fail('invalid_input', 'version'); end if;
  if p_event = 'ask_changes' then
    if exists (select from private.sketch_versions v where v.lead_id = p_lead and v.artist_id = p_artist and v.number > p_version) then
      perform private.fail('sketch_outdated');
    end if;
    -- An answer that was lost.
    if v_job.state = 'changes_asked' then return private.read_sketches(p_lead, p_artist, v_side); end if;
    if private.sketch_rounds_left(p_lead, p_artist) < 1 then perform private.fail('rounds_used'); end if;
    if char_length(v_note) > 500 then perform private.fail('pin_too_long', 'note'); end if;
    -- A round that says nothing is lost for both.
    if v_note is null and not exists (select from private.sketch_pins p
        where p.lead_id = p_lead and p.artist_id = p_artist and p.version = p_version and p.side = 'client') then
      perform private.fail('changes_required', 'note');
    end if;
    perform private.move_sketch(v_job, p_event, v_side, p_version, v_version.hash, v_note);
    perform private.mail_side('lead_sketch_changes', v_key, p_lead, p_artist);
  else
    if v_version.hash is distinct from p_hash then perform private.fail('sketch_outdated'); end if;
    if v_job.state = 'approved' and v_job.approved = p_version then return private.read_sketches(p_lead, p_artist, v_side); end if;
    if not private.is_sketch_stored(p_lead, p_artist, p_hash) then perform private.fail('sketch_missing'); end if;
    perform private.move_sketch(v_job, p_event, v_side, p_version, p_hash);
    perform private.mail_side('lead_sketch_approved', v_key, p_lead, p_artist);
    perform private.tell_side(v_side, p_lead, p_artist, 'approve_sketch');
  end if;
  return private.read_sketches(p_lead, p_artist, v_side);
end
$$;
comment on function private.act_on_sketch(uuid, uuid, text, int, text, text, text) is
  'The client asks for changes of the newest version, in words or by a pin, or approves one by its hash; either side asks to reopen what is approved, or keeps it.';

create function private.offer_sketch_round(p_lead uuid, p_amount int) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_job private.sketches := private.sketch_job(p_lead, v_artist);
begin
  if p_amount is null or p_amount not between 0 and 1000000 then perform private.fail('round_invalid'); end if;
  if exists (select from private.sketch_extra_rounds r
      where r.lead_id = p_lead and r.artist_id = v_artist and r.agreed_at is null and r.amount = p_amount) then
    return private.read_sketches(p_lead, v_artist, 'artist');
  end if;
  perform private.rate_limit('sketch', concat_ws(':', p_lead, v_artist, 'artist'), 20, interval '1 day');
  perform private.move_sketch(v_job, 'offer_round', 'artist');
  delete from private.sketch_extra_rounds r where r.lead_id = p_lead and r.artist_id = v_artist and r.agreed_at is null;
  insert into private.sketch_extra_rounds (lead_id, artist_id, amount, offered_at) values (p_lead, v_artist, p_amount, private.clock());
  perform private.mail_side('request_sketch_round', concat_ws(':', p_lead, v_artist, private.clock()), p_lead, v_artist);
  return private.read_sketches(p_lead, v_artist, 'artist');
end
$$;
comment on function private.offer_sketch_round(uuid, int) is
  'The calling artist says what a further round costs. Another amount is another offer, and takes the place of one that nobody agreed to. Answers as sketch_data.';

create function private.agree_sketch_round(p_offer uuid, p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_job private.sketches;
  v_offer private.sketch_extra_rounds;
begin
  if v_side <> 'client' then perform private.fail('not_allowed'); end if;
  v_job := private.sketch_job(p_lead, p_artist);
  select * into v_offer from private.sketch_extra_rounds r where r.id = p_offer and r.lead_id = p_lead and r.artist_id = p_artist;
  if not found then perform private.fail('changed_elsewhere'); end if;
  if v_offer.agreed_at is null then
    perform private.move_sketch(v_job, 'agree_round', v_side);
    update private.sketch_extra_rounds r set agreed_at = private.clock() where r.id = p_offer;
    perform private.mail_side('lead_sketch_round', p_offer::text, p_lead, p_artist);
    perform private.tell_side(v_side, p_lead, p_artist, 'agree_sketch_round');
  end if;
  return private.read_sketches(p_lead, p_artist, v_side);
end
$$;
comment on function private.agree_sketch_round(uuid, uuid, uuid, text) is
  'The client agrees to what a further round costs, to the offer that they saw and no other. Again changes nothing. Answers as sketch_data.';

create function public.ask_sketch_changes(p_lead uuid, p_artist uuid, p_version int, p_token text default null, p_note text default null)
  returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.act_on_sketch(p_lead, p_artist, 'ask_changes', p_version, null, p_note, private.with_proof('ask_sketch_changes', p_token))
$$;
comment on function public.ask_sketch_changes(uuid, uuid, int, text, text) is
  'The client asks for changes of the newest version, which takes a round: what they pinned to it says which, or p_note; answers as sketch_data.';

create function public.approve_sketch(p_lead uuid, p_artist uuid, p_version int, p_hash text, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.act_on_sketch(p_lead, p_artist, 'approve', p_version, p_hash, null, private.with_proof('approve_sketch', p_token))
$$;
comment on function public.approve_sketch(uuid, uuid, int, text, text) is 'The client approves a version by the hash of its picture; answers as sketch_data.';

create function public.reopen_sketch(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.act_on_sketch(p_lead, p_artist, 'reopen', null, null, null, private.with_proof('reopen_sketch', p_token))
$$;
comment on function public.reopen_sketch(uuid, uuid, text) is 'One side asks to reopen an approved sketch, the other agrees by asking too; answers as sketch_data.';

create function public.keep_sketch(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.act_on_sketch(p_lead, p_artist, 'keep', null, null, null, private.with_proof('keep_sketch', p_token))
$$;
comment on function public.keep_sketch(uuid, uuid, text) is 'Either side leaves an approved sketch as it is after it was asked to reopen it; answers as sketch_data.';

grant execute on function
  private.act_on_sketch(uuid, uuid, text, int, text, text, text), public.ask_sketch_changes(uuid, uuid, int, text, text),
  public.approve_sketch(uuid, uuid, int, text, text), public.reopen_sketch(uuid, uuid, text), public.keep_sketch(uuid,
  uuid, text)
  to anon, authenticated;
