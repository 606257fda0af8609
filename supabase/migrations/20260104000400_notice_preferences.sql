-- What somebody is told by mail at once, once a day, or only in the product. Kinds of mail are grouped into topics that
-- people understand; a kind without one is about an own account or an own form, and is always sent.
create table private.notice_topics (
  topic text primary key check (topic ~ '^[a-z]+$')
);
alter table private.notice_topics enable row level security;
comment on table private.notice_topics is
  'What people choose about. src/domain/notices.ts has a name for each; a test holds the two against each other.';
insert into private.notice_topics (topic) values ('leads'), ('reminders'), ('requests'), ('admin');

alter table private.mail_kinds
  add column topic text references private.notice_topics (topic),
  -- Shows itself in the product too, to who has an account.
  add column notice boolean not null default false,
  add constraint mail_kinds_told_somewhere check (topic is null or notice);
create index mail_kinds_topic_idx on private.mail_kinds (topic);
comment on table private.mail_kinds is
  'Every kind of mail. src/mail/templates.ts has a template for each, src/domain/notices.ts a title for each notice; tests hold them against each other.';

update private.mail_kinds k set topic = v.topic, notice = true
  from (values
    ('lead_received', 'leads'),
    ('lead_waiting', 'reminders'),
    ('request_confirmed', null),
    ('request_assigned', 'requests'),
    ('request_answered', 'requests'),
    ('request_completed', 'requests'),
    ('request_waiting', 'requests'),
    ('request_unmatched', 'admin'),
    ('lead_held', 'admin'),
    ('lead_released', 'admin')
  ) v (kind, topic)
  where k.kind = v.kind;

create table public.notice_preferences (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- A name of the IANA list, which no constraint can look at: private.set_notice_preference does.
  zone text not null default 'America/Chicago' check (char_length(zone) <= 64),
  modes jsonb not null default '{}' check (jsonb_typeof(modes) = 'object'),
  updated_at timestamptz not null default now()
);
alter table public.notice_preferences enable row level security;
comment on table public.notice_preferences is
  'How each person hears of each topic: modes is {topic: at_once|daily|here}, at_once where it says nothing. zone is where they live: a digest comes at 8 in their morning.';
create policy notice_preferences_select on public.notice_preferences for select to authenticated
  using (user_id = (select auth.uid()));
-- Nothing else is granted: private.set_notice_preference writes.
grant select on public.notice_preferences to authenticated;
grant all on public.notice_preferences to service_role;

create function private.notice_mode(p_user uuid, p_topic text) returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce((select p.modes ->> p_topic from public.notice_preferences p where p.user_id = p_user), 'at_once')
$$;
comment on function private.notice_mode(uuid, text) is 'How somebody hears of a topic: at_once, daily or here. Without a topic always at once.';

create function private.next_digest(p_zone text) returns timestamptz
  language plpgsql stable security definer set search_path = ''
as $$
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
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.next_digest(coalesce((select p.zone from public.notice_preferences p where p.user_id = p_user), 'America/Chicago'));
exception when invalid_parameter_value then
  -- A zone that a newer list no longer has must not stop what is told.
  return private.next_digest('UTC');
end
$$;
comment on function private.next_digest_of(uuid) is 'When somebody gets their next digest.';

create function private.change_notice_modes(p_user uuid, p_modes jsonb, p_zone text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
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
comment on function private.change_notice_modes(uuid, jsonb, text) is 'Changes how somebody hears of some topics, and the digest that is being collected.';

create function private.set_notice_preference(p_topic text, p_mode text, p_zone text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is null then perform private.fail('not_allowed'); end if;
  if p_topic is null or not exists (select from private.notice_topics t where t.topic = p_topic) then
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
  'Notes how the caller wants to hear of a topic, and in which zone they live.';

create function public.set_notice_preference(p_topic text, p_mode text, p_zone text default null) returns void
  language sql security invoker set search_path = ''
as $$
  select private.set_notice_preference(p_topic, p_mode, p_zone)
$$;
comment on function public.set_notice_preference(text, text, text) is
  'How the caller wants to hear of a topic: at_once, daily or here; with the zone (IANA) of their mornings, if it is to change.';
grant execute on function private.set_notice_preference(text, text, text), public.set_notice_preference(text, text, text) to authenticated;
