-- What an account hears by email at once, once a day, or only in the product. Kinds of mail are grouped into topics that
-- people understand; a kind without one is about an own account or an own form, and is always sent.
create table public.notice_preferences (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- A name of the IANA list, which no constraint can look at: private.set_notice_preference does.
  zone text not null default 'America/Chicago' check (char_length(zone) <= 64),
  modes jsonb not null default '{}' check (jsonb_typeof(modes) = 'object'),
  updated_at timestamptz not null default now()
);
comment on table public.notice_preferences is
  'How each person hears of each topic: modes is {topic: at_once|daily|here}, at_once where it says nothing. zone is where they live: a digest comes at 8 in their morning.';
grant select on public.notice_preferences to authenticated, service_role;

create policy notice_preferences_select on public.notice_preferences for select to authenticated
  using (user_id = (select auth.uid()));

create function private.notice_mode(p_user uuid, p_topic text) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select p.modes ->> p_topic from public.notice_preferences p where p.user_id = p_user), 'at_once');
end
$$;
comment on function private.notice_mode(uuid, text) is 'How an account hears of a topic: at_once, daily or here. Without a topic always at once.';

create function private.next_digest(p_zone text) returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
declare
  -- The hour on the wall: the days on which clocks are changed have an 8 too.
  v_local timestamp := private.clock() at time zone p_zone;
  v_day date := v_local::date + case when v_local::time < time '08:00' then 0 else 1 end;
begin
  return (v_day + time '08:00') at time zone p_zone;
end
$$;
comment on function private.next_digest(text) is 'The next 8 in the morning of a zone.';

create function private.next_digest_of(p_user uuid) returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.next_digest(coalesce((select p.zone from public.notice_preferences p where p.user_id = p_user), 'America/Chicago'));
exception when invalid_parameter_value then
  -- A zone that a newer list no longer has must not stop an email.
  return private.next_digest('UTC');
end
$$;
comment on function private.next_digest_of(uuid) is 'When an account gets its next digest.';

create function private.change_notice_modes(p_user uuid, p_modes jsonb, p_zone text default null) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notice_preferences (user_id, zone, modes)
    values (p_user, coalesce(p_zone, 'America/Chicago'), p_modes)
    on conflict (user_id) do update
      set modes = notice_preferences.modes || excluded.modes, zone = coalesce(p_zone, notice_preferences.zone), updated_at = now();
  -- What was collected goes by what was chosen last.
  update public.notices n
    set digest_at = case when private.notice_mode(p_user, k.topic) <> 'here' then private.next_digest_of(p_user) end
    from private.mail_kinds k
    where n.user_id = p_user and n.digest_at is not null and k.kind = n.kind;
end
$$;
comment on function private.change_notice_modes(uuid, jsonb, text) is 'Changes how an account hears of some topics, and the digest that is being collected.';

create function private.set_notice_preference(p_topic text, p_mode text, p_zone text default null) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then perform private.fail('not_allowed'); end if;
  if p_topic is null or not exists (select from private.mail_kinds k where k.topic = p_topic) then
    perform private.fail('invalid_input', 'topic');
  end if;
  if p_mode is null or p_mode not in ('at_once', 'daily', 'here') then perform private.fail('invalid_input', 'mode'); end if;
  if p_zone is not null and not exists (select from pg_catalog.pg_timezone_names z where z.name = p_zone) then
    perform private.fail('invalid_input', 'zone');
  end if;
  perform private.change_notice_modes(auth.uid(), jsonb_build_object(p_topic, p_mode), p_zone);
end
$$;
comment on function private.set_notice_preference(text, text, text) is
  'Notes how the caller wants to hear of a topic: at_once, daily or here; with the zone (IANA) of their mornings, if it is to change.';

-- What happened, in the product: whatever writes a mail to an account writes its notice too, once for each event and
-- recipient, whichever way they want mail. A row says about what; words are made of it in src/features/notifications/notices.ts.
create table public.notices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  -- What caused it, as in private.mails.
  event text not null,
  lead_id uuid references public.lead_records (id) on delete cascade,
  artist_id uuid references public.artists (id) on delete cascade,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Waits to be told in the digest of that morning.
  digest_at timestamptz,
  unique (user_id, event)
);
comment on table public.notices is 'What each account hears in the product, kept for 90 days. Nothing of the client is in it: not even who.';
grant select on public.notices to authenticated;
create index notices_user_idx on public.notices (user_id, created_at desc);
create index notices_unread_idx on public.notices (user_id) where read_at is null;
create index notices_digest_idx on public.notices (digest_at) where digest_at is not null;
create index notices_created_idx on public.notices (created_at);
create index notices_lead_idx on public.notices (lead_id);
create index notices_artist_idx on public.notices (artist_id);

create policy notices_select on public.notices for select to authenticated using (user_id = (select auth.uid()));

create function private.notice_line(p_notice public.notices) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object('id', p_notice.id, 'kind', p_notice.kind, 'lead_id', p_notice.lead_id,
      'created_at', p_notice.created_at, 'read', p_notice.read_at is not null)
    || coalesce((select jsonb_build_object('city', l.city, 'call', l.kind = 'consultation', 'style', l.style_preference)
      from public.lead_records l where l.id = p_notice.lead_id), '{}')
    || coalesce((select jsonb_build_object('artist', a.name) from public.artists a where a.id = p_notice.artist_id), '{}');
end
$$;
comment on function private.notice_line(notices) is 'What a notice says: about which place and style, and which artist. Nothing of the client.';

create function private.my_notices(p_limit int default 20) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select jsonb_agg(private.notice_line(n) order by n.created_at desc, n.id)
    from (
      select m.* from public.notices m where m.user_id = auth.uid()
      order by m.created_at desc limit least(greatest(coalesce(p_limit, 20), 1), 100)
    ) n), '[]');
end
$$;
comment on function private.my_notices(int) is
  'The caller''s newest notices, the newest first: [{id, kind, lead_id, created_at, read, city, call, style, artist}].';

create function private.my_news() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'unread', (select count(*) from (
      select from public.notices n where n.user_id = auth.uid() and n.read_at is null limit 100) u),
    'newest', greatest(
      (select n.created_at from public.notices n where n.user_id = auth.uid() order by n.created_at desc limit 1),
      case when private.is_admin() then (select max(l.created_at) from public.lead_records l) end));
end
$$;
comment on function private.my_news() is
  '{unread, newest} of the caller: how many notices they have not read, at most 100, and when the last thing came that their lists show. Asked every few seconds: two looks into indexes.';

create function private.mark_notices_read(p_ids uuid[] default null) returns int
  language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
begin
  if auth.uid() is null then perform private.fail('not_allowed'); end if;
  update public.notices n set read_at = now()
    where n.user_id = auth.uid() and n.read_at is null and (p_ids is null or n.id = any (p_ids));
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function private.mark_notices_read(uuid[]) is
  'Notes that the caller has read these of their notices, or all; gives how many were not.';
