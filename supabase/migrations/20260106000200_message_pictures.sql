-- Pictures in messages (design, section 7). A message is stored first and says how many pictures belong to it; then each
-- goes into a private bucket, under a name that only this message has: {request}/{artist}/{sha256, in hex}/{0-3}.webp.
-- The hash is that of the message's idempotency key, the secret of whoever sends it: nobody else can know a name before
-- there is something under it. A name ends in .webp whatever its type is, so that a message alone tells where its
-- pictures are; browsers that cannot write WebP send JPEG.
insert into private.error_codes (code, status, field, message) values
  ('pictures_too_many', 422, 'pictures', 'A message takes at most 4 pictures'),
  ('pictures_full', 409, 'pictures', 'There is no room for more pictures in this conversation');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('message-pictures', 'message-pictures', false, 5242880, array['image/webp', 'image/jpeg'])
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

alter table public.lead_messages
  add column pictures smallint not null default 0 check (pictures between 0 and 4),
  drop constraint lead_messages_body_check,
  add constraint lead_messages_body_check check (char_length(body) <= 2000),
  -- Pictures may stand alone.
  add check (body <> '' or pictures > 0);
grant select (pictures) on public.lead_messages to authenticated;
create index lead_messages_pictures_idx on public.lead_messages (lead_id, artist_id) where pictures > 0;

create function private.picture_names(p_lead uuid, p_artist uuid, p_key uuid, p_pictures int) returns setof text
  language sql stable set search_path = ''
as $$
  select concat_ws('/', p_lead, p_artist, encode(private.token_hash(p_key::text), 'hex'), n || '.webp')
  from generate_series(0, p_pictures - 1) n
$$;
comment on function private.picture_names(uuid, uuid, uuid, int) is 'Under which names the pictures of a message are stored, in their order.';

-- Who has the link of a request and no account says so in a header: storage services take nothing else along that a
-- policy could read, and a header stands in no address and no log of theirs. They set request.headers for policies as
-- PostgREST does for functions.
create function private.request_header(p_name text) returns text
  language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb ->> p_name;
end
$$;
comment on function private.request_header(text) is 'A header of the running request, by its name in small letters.';

create function private.lead_by_token(p_token text) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select k.lead_id from private.request_links k
    join public.lead_contacts c on c.lead_id = k.lead_id
    where k.token_hash = private.token_hash(p_token) and k.revoked_at is null and k.expires_at > private.clock());
end
$$;
comment on function private.lead_by_token(text) is 'The request that a token opens; null for everything else.';

create or replace function private.lead_of_link(p_token text) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lead uuid := private.lead_by_token(p_token);
begin
  -- One answer for a wrong token, an old one, none, and one of a request that was erased.
  if v_lead is null then perform private.fail('link_refused'); end if;
  return v_lead;
end
$$;

create function private.threads_i_read() returns table (lead_id uuid, artist_id uuid, side text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select t.lead_id, t.artist_id, t.side from private.my_threads() t;
  return query
    select a.lead_id, a.artist_id, 'client' from public.lead_assignments a join public.lead_records l on l.id = a.lead_id and not l.held
    where a.lead_id = private.lead_by_token(private.request_header('x-request-token'))
      and not exists (
        select from private.thread_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id and r.side = 'client');
  if private.is_admin() then
    -- What they have read by `admin_read_thread`, which asks for a report or a reason and keeps both.
    return query
      select distinct e.subject, (e.detail ->> 'artist')::uuid, 'admin' from private.audit_log e
      where e.actor = auth.uid() and e.action = 'thread.read' and e.at > now() - interval '1 hour';
  end if;
end
$$;
comment on function private.threads_i_read() is
  'The conversations whose pictures the caller sees: their own, those of the request whose token is in the header x-request-token, and for an admin those that they have read within the hour.';

create function private.message_of_picture(p_name text) returns public.lead_messages
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_uuid constant text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  v_message public.lead_messages;
begin
  if p_name !~ concat('^', c_uuid, '/', c_uuid, '/[0-9a-f]{64}/[0-3]\.webp$') then return null; end if;
  select m.* into v_message from public.lead_messages m
    where m.lead_id = split_part(p_name, '/', 1)::uuid and m.artist_id = split_part(p_name, '/', 2)::uuid and m.pictures > 0
      and p_name in (select private.picture_names(m.lead_id, m.artist_id, m.idempotency_key, m.pictures));
  return v_message;
end
$$;
comment on function private.message_of_picture(text) is 'The message that has said that it has a picture of this name; null where there is none.';

create function private.may_add_picture(p_bucket text, p_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_message public.lead_messages;
begin
  if p_bucket <> 'message-pictures' then return false; end if;
  v_message := private.message_of_picture(p_name);
  return exists (
      select from private.threads_i_read() t
      where t.lead_id = v_message.lead_id and t.artist_id = v_message.artist_id and t.side = v_message.sender)
    and not exists (
      select from private.thread_reports r where r.lead_id = v_message.lead_id and r.artist_id = v_message.artist_id);
end
$$;
comment on function private.may_add_picture(text, text) is
  'Whether the caller has sent the message that this picture belongs to, in a conversation that nobody has reported.';
grant execute on function private.threads_i_read(), private.may_add_picture(text, text) to anon, authenticated;

-- Nobody writes over a picture, moves it or takes it away: it goes with its message.
create policy message_pictures_select on storage.objects for select to anon, authenticated using (
  bucket_id = 'message-pictures'
  and (split_part(name, '/', 1), split_part(name, '/', 2)) in (
    select t.lead_id::text, t.artist_id::text from private.threads_i_read() t));
create policy message_pictures_insert on storage.objects for insert to anon, authenticated with check (
  private.may_add_picture(bucket_id, name));

-- Storage services write later and as themselves (room_for_files.sql): the message may have been erased meanwhile.
create function private.keep_expected_pictures() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.bucket_id <> 'message-pictures' then return new; end if;
  perform from public.lead_messages m where m.id = (private.message_of_picture(new.name)).id for key share;
  if not found then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_expected_pictures() is 'Refuses pictures that no message expects, whoever writes the row.';
create trigger objects_expected before insert or update of bucket_id, name on storage.objects
  for each row execute function private.keep_expected_pictures();

create function private.erase_pictures() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from gone g where g.pictures > 0) then return null; end if;
  -- As in `private.erase_uploads`.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o using gone g, private.picture_names(g.lead_id, g.artist_id, g.idempotency_key, g.pictures) n
    where o.bucket_id = 'message-pictures' and o.name = n;
  perform set_config('storage.allow_delete_query', 'false', true);
  return null;
end
$$;
comment on function private.erase_pictures() is 'Pictures go with their messages, whatever takes these away.';
create trigger lead_messages_erase_pictures after delete on public.lead_messages referencing old table as gone
  for each statement execute function private.erase_pictures();

create or replace function private.message_line(p_message public.lead_messages, p_side text) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_message.id, 'position', p_message.position, 'artist_id', p_message.artist_id,
    'sender', p_message.sender, 'body', p_message.body, 'created_at', p_message.created_at,
    'key', case when p_message.sender = p_side then p_message.idempotency_key end,
    'pictures', case when p_message.pictures = 0 then '[]' else (
      select jsonb_agg(jsonb_build_object('path', n.name,
        'arrived', exists (select from storage.objects o where o.bucket_id = 'message-pictures' and o.name = n.name)) order by n.at)
      from private.picture_names(p_message.lead_id, p_message.artist_id, p_message.idempotency_key, p_message.pictures)
        with ordinality n (name, at)) end);
end
$$;
comment on function private.message_line(public.lead_messages, text) is
  'A message as one side sees it. Its key goes back to whoever sent it: their page knows it by that. Its pictures are named from the start, and may still be on their way.';

drop function public.send_message(uuid, uuid, text, uuid, text);
drop function private.send_message(uuid, uuid, text, uuid, text);

create function private.send_message(p_lead uuid, p_artist uuid, p_body text, p_key uuid, p_token text, p_pictures int) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_side text := private.thread_side(p_lead, p_artist, p_token);
  v_body text := coalesce(private.clean(p_body), '');
  v_pictures int := coalesce(p_pictures, 0);
  v_withdrawn timestamptz;
  v_message public.lead_messages;
begin
  if v_pictures > 4 then perform private.fail('pictures_too_many'); end if;
  if v_body = '' and v_pictures <= 0 then perform private.fail('message_required'); end if;
  if char_length(v_body) > 2000 then perform private.fail('message_too_long'); end if;
  if p_key is null or v_pictures < 0 then perform private.fail('invalid_input'); end if;
  -- A twin waits here until the first one is done.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  select * into v_message from public.lead_messages m
    where m.lead_id = p_lead and m.artist_id = p_artist and m.sender = v_side and m.idempotency_key = p_key;
  if found then
    if (v_message.body, v_message.pictures) <> (v_body, v_pictures) then perform private.fail('idempotency_conflict'); end if;
    return private.message_line(v_message, v_side) || '{"replayed": true}';
  end if;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  if exists (select from private.thread_reports r where r.lead_id = p_lead and r.artist_id = p_artist) then
    perform private.fail('move_refused');
  end if;
  if v_pictures > 0 and v_pictures + (
      select coalesce(sum(m.pictures), 0) from public.lead_messages m
      where m.lead_id = p_lead and m.artist_id = p_artist and m.sender = v_side and m.pictures > 0) > 100 then
    perform private.fail('pictures_full');
  end if;
  perform private.hit('message', concat_ws(':', p_lead, p_artist, v_side), private.setting_int('message_limit', 60), interval '10 minutes');
  perform private.move_assignment(p_lead, p_artist, 'write', v_side);
  insert into public.lead_messages (lead_id, artist_id, sender, body, idempotency_key, pictures)
    values (p_lead, p_artist, v_side, v_body, p_key, v_pictures) returning * into v_message;
  -- Whoever answers has read what is above.
  update public.lead_assignments a
    set client_read = case when v_side = 'client' then v_message.position else a.client_read end,
      artist_read = case when v_side = 'artist' then v_message.position else a.artist_read end
    where a.lead_id = p_lead and a.artist_id = p_artist;
  perform private.tell_message(v_message);
  return private.message_line(v_message, v_side) || '{"replayed": false}';
end
$$;
comment on function private.send_message(uuid, uuid, text, uuid, text, int) is
  'Stores one message of either side, once for each key; the first one of an artist is an answer (design, section 7). Its pictures follow.';

create function public.send_message(
  p_lead uuid, p_artist uuid, p_body text, p_key uuid, p_token text default null, p_pictures int default 0
) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.send_message(p_lead, p_artist, p_body, p_key, p_token, p_pictures)
$$;
comment on function public.send_message(uuid, uuid, text, uuid, text, int) is
  'Sends a message to the other side of a request: {id, position, artist_id, sender, body, created_at, key, pictures: [{path, arrived}], replayed}. p_key makes it safe to repeat; p_pictures says how many pictures follow, each to its path in the bucket message-pictures.';
grant execute on function
  private.send_message(uuid, uuid, text, uuid, text, int), public.send_message(uuid, uuid, text, uuid, text, int)
to anon, authenticated;

create or replace function private.message_data(p_mail private.mails) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  -- The latest five, the oldest of them first. A mail shows no picture: it would be out of the hands of both.
  select case when count(*) > 0 then jsonb_build_object('messages', jsonb_agg(
      concat_ws(E'\n', nullif(left(u.body, 600), ''),
        case u.pictures when 0 then null when 1 then '1 picture' else u.pictures || ' pictures' end) order by u.position),
      'count', max(u.total)) end
  from (
    select m.body, m.pictures, m.position, count(*) over () as total
    from public.lead_messages m join public.lead_assignments a on a.lead_id = m.lead_id and a.artist_id = m.artist_id
    where m.lead_id = p_mail.lead_id and m.artist_id = p_mail.artist_id
      and case p_mail.kind when 'lead_message' then m.sender = 'client' and m.position > a.artist_read
        else m.sender = 'artist' and m.position > a.client_read end
      and not exists (select from private.thread_reports r where r.lead_id = m.lead_id and r.artist_id = m.artist_id)
    order by m.position desc limit 5) u
$$;

update private.export_parts set query = query || $$
      or (o.bucket_id = 'message-pictures' and (split_part(o.name, '/', 1), split_part(o.name, '/', 2)) in (
        select t.lead_id::text, t.artist_id::text from private.my_threads() t))$$
  where part = 'files';
update private.export_parts set query = replace(query, $$to_jsonb(m) - '{idempotency_key,position}'::text[]$$,
    $$to_jsonb(m) - '{idempotency_key,position}'::text[] || jsonb_build_object('pictures', private.message_line(m, null) -> 'pictures')$$)
  where part = 'messages';
