-- Pictures in messages. A message is stored first and says how many pictures belong to it; then each
-- goes into a private bucket, under a name that only this message has: {request}/{artist}/{sha256, in hex}/{0-3}.webp.
-- The hash is that of the message's idempotency key, the secret of its sender: nobody else can know a name before
-- there is something under it. A name ends in .webp whatever its type is, so that a message alone tells where its
-- pictures are; browsers that cannot write WebP send JPEG.
create function private.picture_names(p_lead uuid, p_artist uuid, p_key uuid, p_pictures int) returns setof text
  language sql stable rows 4 set search_path = '' as $$
  select concat_ws('/', p_lead, p_artist, encode(private.token_hash(p_key::text), 'hex'), n || '.webp')
  from generate_series(0, p_pictures - 1) n
$$;
comment on function private.picture_names(uuid, uuid, uuid, int) is 'Under which names the pictures of a message are stored, in their order.';

create function private.request_by_hash(p_hash bytea) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select k.lead_id from private.request_links k
    join public.lead_contacts c on c.lead_id = k.lead_id
    where k.token_hash = p_hash and k.revoked_at is null and k.expires_at > private.clock());
end
$$;
comment on function private.request_by_hash(bytea) is 'The request that the token with this hash opens; null for everything else.';

create function private.request_by_token(p_token text) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.request_by_hash(private.token_hash(p_token));
end
$$;
comment on function private.request_by_token(text) is 'The request that a token opens; null for everything else.';

-- Who has the link of a request and no account says so in a header: storage services take nothing else along that a
-- policy could read, and a header stands in no address and no log of theirs. They set request.headers for policies as
-- PostgREST does for functions. A signed address has the hash of the link, so that a stranger who sees the address cannot
-- open the request with it. Only the embedded gateway can say it: a header would let the hashes of a dump open requests.
create function private.request_of_caller() returns uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.request_by_hash(coalesce(
    decode(nullif(current_setting('app.link_hash', true), ''), 'hex'),
    private.token_hash(coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb ->> 'x-request-token')));
end
$$;
comment on function private.request_of_caller() is
  'The request whose link the caller of the storage service has: its token in the header x-request-token, or its hash in a signed address.';

create function private.conversations_i_read() returns table (lead_id uuid, artist_id uuid, side text)
  language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  return query select t.lead_id, t.artist_id, t.side from private.my_conversations() t;
  return query
    select a.lead_id, a.artist_id, 'client' from public.lead_assignments a join public.lead_records l on l.id = a.lead_id and not l.held
    where a.lead_id = private.request_of_caller()
      and not exists (
        select from private.conversation_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id and r.side = 'client');
  if private.is_admin() then
    -- What they have read by `admin_read_conversation`, which asks for a report or a reason and keeps both.
    return query
      select distinct e.subject, (e.detail ->> 'artist')::uuid, 'admin' from private.audit_log e
      where e.actor = auth.uid() and e.action = 'conversation.read' and e.at > now() - interval '1 hour';
  end if;
end
$$;
comment on function private.conversations_i_read() is
  'The conversations whose pictures the caller sees: their own, those of the request whose token is in the header x-request-token, and for an admin those that they have read within the hour.';

create function private.message_of_picture(p_name text) returns public.lead_messages
  language plpgsql stable security definer set search_path = '' as $$
declare
  c_uuid constant text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  v_message public.lead_messages;
begin
  if p_name !~ concat('^', c_uuid, '/', c_uuid, '/[0-9a-f]{64}/[0-3]\.webp$') then return null; end if;
  select m.* into v_message from public.lead_messages m join private.message_keys k on k.message_id = m.id
    where m.lead_id = split_part(p_name, '/', 1)::uuid and m.artist_id = split_part(p_name, '/', 2)::uuid and m.pictures > 0
      and p_name in (select private.picture_names(m.lead_id, m.artist_id, k.idempotency_key, m.pictures));
  return v_message;
end
$$;
comment on function private.message_of_picture(text) is 'The message that has said that it has a picture of this name; null where there is none.';

create function private.may_add_picture(p_bucket text, p_name text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_message public.lead_messages;
begin
  if p_bucket <> 'message-pictures' then return false; end if;
  v_message := private.message_of_picture(p_name);
  return exists (
      select from private.conversations_i_read() t
      where t.lead_id = v_message.lead_id and t.artist_id = v_message.artist_id and t.side = v_message.sender)
    and not exists (
      select from private.conversation_reports r where r.lead_id = v_message.lead_id and r.artist_id = v_message.artist_id);
end
$$;
comment on function private.may_add_picture(text, text) is
  'Whether the caller has sent the message that this picture belongs to, in a conversation that nobody has reported.';

-- Nobody writes over a picture, moves it or takes it away: it goes with its message.
create policy message_pictures_select on storage.objects for select to anon, authenticated using (
  bucket_id = 'message-pictures'
  and (split_part(name, '/', 1), split_part(name, '/', 2)) in (
    select t.lead_id::text, t.artist_id::text from private.conversations_i_read() t));
create policy message_pictures_insert on storage.objects for insert to anon, authenticated with check (
  private.may_add_picture(bucket_id, name));

create function private.delete_message_pictures() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_objects(array(
    select o.id from private.message_keys k
    cross join private.picture_names(old.lead_id, old.artist_id, k.idempotency_key, old.pictures) n
    join storage.objects o on o.bucket_id = 'message-pictures' and o.name = n
    where k.message_id = old.id));
  return old;
end
$$;
comment on function private.delete_message_pictures() is 'Pictures go with their messages, whatever takes these away.';

-- Before: the key goes with the message. Few have pictures.
create trigger lead_messages_delete_message_pictures before delete on public.lead_messages
  for each row when (old.pictures > 0) execute function private.delete_message_pictures();

create function private.send_message(
  p_lead uuid, p_artist uuid, p_body text, p_key uuid, p_token text default null, p_pictures int default 0,
  p_stage text default null
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_body text := coalesce(private.clean(p_body), '');
  v_pictures int := coalesce(p_pictures, 0);
  v_withdrawn timestamptz;
  v_message public.lead_messages;
begin
  if v_pictures > 4 then perform private.fail('pictures_too_many'); end if;
  if v_body = '' and v_pictures <= 0 then perform private.fail('message_required'); end if;
  if char_length(v_body) > 2000 then perform private.fail('message_too_long'); end if;
  if private.has_card_number(v_body) then perform private.fail('account_number_refused', 'body'); end if;
  if p_key is null or v_pictures < 0
     or (p_stage is not null
       and (v_side <> 'artist' or v_pictures = 0 or p_stage not in ('before', 'outline', 'painting', 'done'))) then
    perform private.fail('invalid_input');
  end if;
  -- A twin waits here until the first one is done.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  select m.* into v_message from private.message_keys k join public.lead_messages m on m.id = k.message_id
    where k.lead_id = p_lead and k.artist_id = p_artist and k.sender = v_side and k.idempotency_key = p_key;
  if found then
    if (v_message.body, v_message.pictures, v_message.stage) is distinct from (v_body, v_pictures, p_stage) then
      perform private.fail('idempotency_conflict');
    end if;
    return private.message_line(v_message, v_side) || '{"replayed": true}';
  end if;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  perform private.expect_client(p_lead);
  if exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist) then
    perform private.fail('move_refused');
  end if;
  if p_stage is not null and not exists (select from public.lead_assignments a
      where a.lead_id = p_lead and a.artist_id = p_artist and a.state in ('accepted', 'completed')) then
    perform private.fail('move_refused');
  end if;
  if v_pictures > 0 and v_pictures + (
      select coalesce(sum(m.pictures), 0) from public.lead_messages m
      where m.lead_id = p_lead and m.artist_id = p_artist and m.sender = v_side and m.pictures > 0) > 100 then
    perform private.fail('pictures_full');
  end if;
  perform private.rate_limit('message', concat_ws(':', p_lead, p_artist, v_side), private.setting_int('message_limit'), interval '10 minutes');
  perform private.move_assignment(p_lead, p_artist, 'write', v_side);
  insert into public.lead_messages (lead_id, artist_id, sender, body, pictures, stage)
    values (p_lead, p_artist, v_side, v_body, v_pictures, p_stage) returning * into v_message;
  insert into private.message_keys (message_id, lead_id, artist_id, sender, idempotency_key)
    values (v_message.id, p_lead, p_artist, v_side, p_key);
  -- The side that answers has read what is above.
  update public.lead_assignments a
    set client_read = case when v_side = 'client' then v_message.position else a.client_read end,
      artist_read = case when v_side = 'artist' then v_message.position else a.artist_read end
    where a.lead_id = p_lead and a.artist_id = p_artist;
  perform private.notify_of_message(v_message);
  return private.message_line(v_message, v_side) || '{"replayed": false}';
end
$$;
comment on function private.send_message(uuid, uuid, text, uuid, text, int, text) is
  'Stores one message of either side, once for each key; the first one of an artist is an answer (design, section 7). Gives {id, position, artist_id, sender, body, created_at, stage, key, pictures: [{path, arrived}], replayed}. p_pictures says how many pictures follow, each to its path in the bucket message-pictures; p_stage, from the artist of an accepted job alone, puts them into its diary.';

-- Lists show which conversations their reader has reported, instead of nothing at all.
create function private.own_conversations() returns table (lead_id uuid, artist_id uuid, side text, reported boolean)
  language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select a.lead_id, a.artist_id, s.side, exists (
      select from private.conversation_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id and r.side = s.side)
    from (
      select l.id, 'client' as side, null::uuid as artist from public.lead_records l
        where l.created_by_user = auth.uid() and not l.held
      union all
      select mine, 'artist', v_artist from private.requests_assigned_to_me() mine
    ) s
    join public.lead_assignments a on a.lead_id = s.id and (s.artist is null or a.artist_id = s.artist);
end
$$;
comment on function private.own_conversations() is
  'The conversations that the caller takes part in with their account, on which side, and whether that side has reported them.';

grant execute on function private.conversations_i_read(), private.may_add_picture(text, text) to anon, authenticated;
