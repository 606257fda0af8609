-- The conversation between the client and one artist. A message belongs to an assignment: two
-- artists on one request see nothing of each other. What is typed is text, without a contact of its own.
create table public.lead_messages (
  id uuid primary key default gen_random_uuid(),
  -- Their order: times of two transactions may be the same, or the other way round.
  position bigint generated always as identity,
  lead_id uuid not null,
  artist_id uuid not null,
  sender text not null check (sender in ('client', 'artist')),
  body text not null check (char_length(body) <= 2000),
  created_at timestamptz not null default now(),
  -- How many it has; their files are in the bucket.
  pictures smallint not null default 0 check (pictures between 0 and 4),
  -- How far the wall is on them: an entry of the diary of a job (0325_diary.sql).
  stage text check (stage in ('before', 'outline', 'painting', 'done')),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade,
  -- Pictures may stand alone.
  check (body <> '' or pictures > 0),
  check (stage is null or (sender = 'artist' and pictures > 0))
);
comment on table public.lead_messages is 'What the client and one artist write to each other. Kept as long as the request and both of them; those of an accepted job also in private.sealed_jobs.';
grant select on public.lead_messages to authenticated;
create unique index lead_messages_conversation_idx on public.lead_messages (lead_id, artist_id, position);
create index lead_messages_pictures_idx on public.lead_messages (lead_id, artist_id) where pictures > 0;

create table private.message_keys (
  message_id uuid primary key references public.lead_messages (id) on delete cascade,
  lead_id uuid not null,
  artist_id uuid not null,
  sender text not null,
  idempotency_key uuid not null,
  unique (lead_id, artist_id, sender, idempotency_key)
);
comment on table private.message_keys is 'The key that each message was sent with: it keeps one from being stored twice, and is the secret of its sender.';

create table private.conversation_reports (
  lead_id uuid not null,
  artist_id uuid not null,
  side text not null check (side in ('client', 'artist')),
  -- Which message the report is about.
  message_id uuid not null references public.lead_messages (id) on delete cascade,
  reason text check (char_length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  primary key (lead_id, artist_id, side),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade
);
comment on table private.conversation_reports is 'Conversations that one side has reported: hidden from that side from then on, and open to admins.';
create index conversation_reports_message_idx on private.conversation_reports (message_id);

create function private.my_conversations() returns table (lead_id uuid, artist_id uuid, side text)
  language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  return query select t.lead_id, t.artist_id, t.side from private.own_conversations() t where not t.reported;
end
$$;
comment on function private.my_conversations() is
  'The conversations that the caller takes part in with their account, and on which side; not those that they reported.';

create policy lead_messages_select on public.lead_messages for select to authenticated using (
  (lead_id, artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t));

create function private.conversation_side(p_lead uuid, p_artist uuid, p_token text) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_side text;
begin
  if p_token is not null then
    if private.request_of_link(p_token) is distinct from p_lead then perform private.fail('link_refused'); end if;
    v_side := 'client';
  elsif p_artist = private.my_artist_id() and exists (select from private.requests_assigned_to_me() mine where mine = p_lead) then
    return 'artist';
  elsif exists (select from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
      where l.id = p_lead and l.created_by_user = auth.uid()) then
    v_side := 'client';
  end if;
  -- What looks like a robot is not told so: its request has no artists.
  if v_side is null or not exists (select from public.lead_assignments a join public.lead_records l on l.id = a.lead_id and not l.held
      where a.lead_id = p_lead and a.artist_id = p_artist) then
    perform private.fail('not_allowed');
  end if;
  return v_side;
end
$$;
comment on function private.conversation_side(uuid, uuid, text) is
  'On which side of a conversation the caller is: the artist, or the client, by account or by the token of the link. Everybody else is refused.';

create function private.notify_of_message(p_message public.lead_messages) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_to_artist boolean := p_message.sender = 'client';
  v_kind text := case when v_to_artist then 'lead_message' else 'request_message' end;
  v_topic text := case when v_to_artist then 'leads' else 'requests' end;
  v_user uuid;
  v_address text;
  v_last private.mails;
begin
  select case when v_to_artist then a.user_id else l.created_by_user end, case when not v_to_artist then c.email end
    into v_user, v_address
    from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
    join public.artists a on a.id = p_message.artist_id
    where l.id = p_message.lead_id;
  if v_user is null and v_address is null
     or exists (select from private.conversation_reports r where r.lead_id = p_message.lead_id and r.artist_id = p_message.artist_id
       and r.side = case when v_to_artist then 'artist' else 'client' end) then
    return;
  end if;
  if v_user is not null then
    -- One notice for a conversation until it is read; its time is that of the last message.
    update public.notices n set created_at = clock_timestamp()
      where n.user_id = v_user and n.kind = v_kind and n.lead_id = p_message.lead_id and n.artist_id = p_message.artist_id
        and n.read_at is null;
    if not found then
      insert into public.notices (user_id, kind, event, lead_id, artist_id, digest_at)
        values (v_user, v_kind, v_kind || ':' || p_message.id, p_message.lead_id, p_message.artist_id,
          case when private.notice_mode(v_user, v_topic) = 'daily' then private.next_digest_of(v_user) end)
        on conflict do nothing;
    end if;
    if private.notice_mode(v_user, v_topic) <> 'at_once' then return; end if;
  end if;
  -- A mail shows all that is unread when it leaves: one that waits is enough, and at most one leaves in ten minutes.
  select m.* into v_last from private.mails m
    where m.kind = v_kind and m.lead_id = p_message.lead_id and m.artist_id = p_message.artist_id
    order by m.id desc limit 1;
  if v_last.state = 'waiting' and v_last.attempts = 0 then return; end if;
  insert into private.mails (kind, event, user_id, address, lead_id, artist_id, next_attempt_at)
    values (v_kind, v_kind || ':' || p_message.id, v_user, v_address, p_message.lead_id, p_message.artist_id,
      greatest(now() + make_interval(secs => private.setting_int('mail_message_seconds')), v_last.created_at + interval '10 minutes'))
    on conflict (event, recipient) do nothing;
end
$$;
comment on function private.notify_of_message(lead_messages) is
  'Tells the other side of a message: a notice where there is an account, and a mail that leaves a little later, unless it is read by then.';

create function private.message_line(p_message public.lead_messages, p_side text) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', p_message.id, 'position', p_message.position, 'artist_id', p_message.artist_id,
    'sender', p_message.sender, 'body', p_message.body, 'created_at', p_message.created_at, 'stage', p_message.stage,
    'key', case when p_message.sender = p_side then (
      select k.idempotency_key from private.message_keys k where k.message_id = p_message.id) end,
    'pictures', coalesce(case when p_message.pictures > 0 then (
      select jsonb_agg(jsonb_build_object('path', n.name,
        'arrived', exists (select from storage.objects o where o.bucket_id = 'message-pictures' and o.name = n.name)) order by n.at)
      from private.message_keys k
      cross join private.picture_names(p_message.lead_id, p_message.artist_id, k.idempotency_key, p_message.pictures)
        with ordinality n (name, at)
      where k.message_id = p_message.id) end, '[]'));
end
$$;
comment on function private.message_line(lead_messages, text) is
  'A message as one side sees it. Its key goes back to its sender: their page knows it by that. Its pictures are named from the start, and may still be on their way.';

create function private.read_conversation(p_lead uuid, p_artist uuid, p_before bigint default null, p_token text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  c_page constant int := 50;
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_messages jsonb;
  v_first bigint;
begin
  if exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist and r.side = v_side) then
    return jsonb_build_object('side', v_side, 'reported', true, 'open', false, 'messages', '[]'::jsonb, 'events', '[]'::jsonb, 'earlier', false);
  end if;
  select jsonb_agg(private.message_line(m, v_side) order by m.position), min(m.position) into v_messages, v_first
    from (
      select n.* from public.lead_messages n
      where n.lead_id = p_lead and n.artist_id = p_artist and (p_before is null or n.position < p_before)
      order by n.position desc limit c_page) m;
  return (
    select jsonb_build_object('side', v_side, 'reported', false, 'state', a.state,
      'open', l.withdrawn_at is null
        and not exists (select from private.conversation_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id)
        and exists (select from private.moves w where w.process = 'assignment' and w.event = 'write' and w.actor = v_side and w.state = a.state),
      'seen_at', a.seen_at, 'client_read', a.client_read, 'artist_read', a.artist_read,
      'client_writes_in', case when v_side = 'artist'
        and l.locale <> private.account_locale((select b.user_id from public.artists b where b.id = a.artist_id)) then l.locale end,
      'messages', coalesce(v_messages, '[]'),
      'earlier', exists (select from public.lead_messages m
        where m.lead_id = p_lead and m.artist_id = p_artist and m.position < v_first),
      'events', coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'actor', e.actor, 'event', e.event, 'state', e.state,
          'reason', e.reason, 'created_at', e.created_at) order by e.id)
        from public.assignment_events e where e.lead_id = p_lead and e.artist_id = p_artist), '[]'),
      'acts', private.job_acts(p_lead, p_artist))
    from public.lead_assignments a join public.lead_records l on l.id = a.lead_id
    where a.lead_id = p_lead and a.artist_id = p_artist);
end
$$;
comment on function private.read_conversation(uuid, uuid, bigint, text) is
  'A conversation as the caller''s side sees it: {side, reported, open, state, seen_at, client_read, artist_read, messages, earlier, events, acts}, the newest 50 messages, or those before p_before, every change of its state, what was done about the job and, for an artist whose account speaks another language, in which the client writes.';

create function private.mark_conversation_read(p_lead uuid, p_artist uuid, p_position bigint, p_token text default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_last bigint;
begin
  select max(m.position) into v_last from public.lead_messages m
    where m.lead_id = p_lead and m.artist_id = p_artist and m.position <= p_position;
  update public.lead_assignments a
    set client_read = case when v_side = 'client' then greatest(a.client_read, v_last) else a.client_read end,
      artist_read = case when v_side = 'artist' then greatest(a.artist_read, v_last) else a.artist_read end
    where a.lead_id = p_lead and a.artist_id = p_artist
      and case v_side when 'client' then a.client_read else a.artist_read end < v_last;
  update public.notices n set read_at = now()
    where n.user_id = auth.uid() and n.lead_id = p_lead and n.artist_id = p_artist and n.read_at is null
      and n.kind = case v_side when 'client' then 'request_message' else 'lead_message' end
      and not exists (select from public.lead_messages m
        where m.lead_id = p_lead and m.artist_id = p_artist and m.sender <> v_side and m.position > p_position);
end
$$;
comment on function private.mark_conversation_read(uuid, uuid, bigint, text) is
  'Notes that the caller''s side has seen a conversation up to a message; the other side sees that. An earlier one changes nothing.';

create function private.report_message(p_message uuid, p_reason text default null, p_token text default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := private.clean_or_null(p_reason);
  v_message public.lead_messages;
  v_side text;
begin
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  select * into v_message from public.lead_messages m where m.id = p_message;
  if not found then perform private.fail(case when p_token is null then 'not_allowed' else 'link_refused' end); end if;
  v_side := private.conversation_side(v_message.lead_id, v_message.artist_id, p_token);
  if v_message.sender = v_side then perform private.fail('not_allowed'); end if;
  perform from public.lead_records l where l.id = v_message.lead_id for no key update;
  -- It may have gone with its writer while this waited.
  if not exists (select from public.lead_messages m where m.id = p_message) then perform private.fail('not_allowed'); end if;
  insert into private.conversation_reports (lead_id, artist_id, side, message_id, reason)
    values (v_message.lead_id, v_message.artist_id, v_side, v_message.id, v_reason)
    on conflict do nothing;
  if found then
    perform private.audit('conversation.reported', v_message.lead_id, jsonb_build_object('artist', v_message.artist_id, 'by', v_side));
    perform private.mail_admins('conversation_reported', concat_ws(':', v_message.lead_id, v_message.artist_id, v_side), v_message.lead_id);
    update public.notices n set read_at = now()
      where n.user_id = auth.uid() and n.lead_id = v_message.lead_id and n.artist_id = v_message.artist_id and n.read_at is null;
  end if;
end
$$;
comment on function private.report_message(uuid, text, text) is
  'Reports a message of the other side: the conversation is hidden from the caller''s side and closed, and admins are told. Again changes nothing.';

create function private.admin_read_conversation(p_lead uuid, p_artist uuid, p_reason text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := private.clean_or_null(p_reason);
  v_report private.conversation_reports;
begin
  perform private.require_admin();
  select * into v_report from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist order by r.created_at limit 1;
  if v_report.lead_id is null and coalesce(char_length(v_reason), 0) < 10 then perform private.fail('not_allowed', 'reason'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  if not exists (select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist) then
    perform private.fail('not_allowed');
  end if;
  perform private.audit('conversation.read', p_lead, jsonb_strip_nulls(jsonb_build_object('artist', p_artist,
    'reason', v_reason, 'reported_by', v_report.side)));
  return jsonb_build_object(
    'reports', coalesce((select jsonb_agg(jsonb_build_object('side', r.side, 'message_id', r.message_id, 'reason', r.reason,
        'created_at', r.created_at) order by r.created_at)
      from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist), '[]'),
    'messages', coalesce((select jsonb_agg(private.message_line(m, null) order by m.position)
      from public.lead_messages m where m.lead_id = p_lead and m.artist_id = p_artist), '[]'),
    'agreement', private.agreement_data(p_lead, p_artist, 'admin', false), 'money', private.payments_data(p_lead, p_artist, 'admin'),
    'sketches', private.read_sketches(p_lead, p_artist, 'admin'));
end
$$;
comment on function private.admin_read_conversation(uuid, uuid, text) is
  'A whole conversation for an admin, after a report or with a reason of at least 10 characters: {reports, messages, agreement, money, sketches}; the last three as read_agreement, read_payments and sketch_data. Each reading is kept in the audit log.';

create function private.conversation_summaries(p_leads uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with own as materialized (
      select t.side, t.reported, a.* from private.own_conversations() t
      join public.lead_assignments a on a.lead_id = t.lead_id and a.artist_id = t.artist_id where a.lead_id = any (p_leads)
    ), turns as materialized (
      select j.* from (select array_agg(o.lead_id) as leads, array_agg(o.artist_id) as artists from own o
        where not o.reported and o.state not in ('declined', 'passed', 'withdrawn')) k
      cross join lateral private.turns_of(k.leads, k.artists) j
    )
    select coalesce(jsonb_agg(jsonb_build_object('lead_id', a.lead_id, 'artist_id', a.artist_id, 'state', a.state, 'reported', a.reported,
      'answered', a.answered_at is not null, 'at', greatest(a.created_at, a.updated_at, (
        select max(m.created_at) from public.lead_messages m where m.lead_id = a.lead_id and m.artist_id = a.artist_id)),
      'unread', case when a.reported then 0 else (
        select count(*) from public.lead_messages m
        where m.lead_id = a.lead_id and m.artist_id = a.artist_id and m.sender <> a.side
          and m.position > case a.side when 'client' then a.client_read else a.artist_read end) end,
      'step', mine.step, 'turn', mine.turn, 'theirs', theirs.turn)), '[]')
    from own a
    left join turns mine on mine.lead_id = a.lead_id and mine.artist_id = a.artist_id and mine.side = a.side
    left join turns theirs on theirs.lead_id = a.lead_id and theirs.artist_id = a.artist_id and theirs.side <> a.side);
end
$$;
comment on function private.conversation_summaries(uuid[]) is
  'State, whether the artist has answered, last activity, number of unread messages, step and whose turn it is, of the caller''s conversations about these requests; none unread of those that they have reported. Gives [{lead_id, artist_id, state, answered, at, unread, reported}].';

grant execute on function private.my_conversations() to authenticated;
