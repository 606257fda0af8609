-- What happened, in the product: whatever writes a mail to an account writes its notice too, once for each event and
-- recipient, whichever way they want mail. A row says about what; words are made of it in src/domain/notices.ts.
create table public.notices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  event text not null,
  lead_id uuid references public.lead_records (id) on delete cascade,
  artist_id uuid references public.artists (id) on delete cascade,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Waits to be told in the digest of that morning.
  digest_at timestamptz,
  unique (user_id, event)
);
alter table public.notices enable row level security;
comment on table public.notices is
  'What each account is told in the product, kept for 90 days. Nothing of whoever asks is in it: not even who.';
create index notices_user_idx on public.notices (user_id, created_at desc);
create index notices_unread_idx on public.notices (user_id) where read_at is null;
create index notices_digest_idx on public.notices (digest_at) where digest_at is not null;
create index notices_created_idx on public.notices (created_at);
create index notices_lead_idx on public.notices (lead_id);
create index notices_artist_idx on public.notices (artist_id);
create policy notices_select on public.notices for select to authenticated using (user_id = (select auth.uid()));
-- Reading is noted by mark_notices_read.
grant select (id, user_id, kind, lead_id, artist_id, created_at, read_at) on public.notices to authenticated;
grant all on public.notices to service_role;

create or replace function private.write_mail(
  p_kind text, p_key text, p_user uuid, p_address text default null, p_lead uuid default null, p_artist uuid default null,
  p_payload jsonb default '{}', p_due timestamptz default now()
) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kind private.mail_kinds;
  v_mode text := 'at_once';
  v_limit int := private.setting_int('mail_address_limit', 10);
  v_over boolean := false;
begin
  select * into v_kind from private.mail_kinds k where k.kind = p_kind;
  if p_user is not null and v_kind.notice then
    v_mode := private.notice_mode(p_user, v_kind.topic);
    insert into public.notices (user_id, kind, event, lead_id, artist_id, read_at, digest_at)
      values (p_user, p_kind, p_kind || ':' || p_key, p_lead, p_artist,
        -- What somebody did themselves is no news to them.
        case when p_user = auth.uid() then now() end,
        case when v_mode = 'daily' then private.next_digest_of(p_user) end)
      on conflict do nothing;
    -- Told before, in the way that was chosen then.
    if not found or v_mode <> 'at_once' then return; end if;
  end if;
  if v_kind.by_anybody then
    v_over := v_limit <= (
      select count(*) from private.mails m
      where m.kind = p_kind and m.recipient = coalesce(p_user::text, lower(p_address)) and m.created_at > now() - interval '1 hour');
  end if;
  insert into private.mails (kind, event, user_id, address, lead_id, artist_id, payload, next_attempt_at, state, answer)
    values (p_kind, p_kind || ':' || p_key, p_user, p_address, p_lead, p_artist, p_payload, p_due,
      case when v_over then 'failed' else 'waiting' end,
      case when v_over then 'Not sent: this address had its share of such mails within the hour.' end)
    on conflict (event, recipient) do nothing;
end
$$;
comment on function private.write_mail(text, text, uuid, text, uuid, uuid, jsonb, timestamptz) is
  'Tells an account or an address, once for each event (kind and key): a notice where there is an account, and a mail, unless the account wants it later or not at all. A kind that strangers can cause has a limit for each recipient; what is beyond shows itself to admins.';

-- What was dealt with is read, wherever that was.
create function private.settle_assigned() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.notices n set read_at = now()
    where n.lead_id in (select m.lead_id from made m) and n.kind = 'request_unmatched' and n.read_at is null;
  return null;
end
$$;
comment on function private.settle_assigned() is 'A request has an artist now: no admin need look for one.';
create trigger lead_assignments_settle after insert on public.lead_assignments referencing new table as made
  for each statement execute function private.settle_assigned();

create function private.settle_seen() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.notices n set read_at = now() from public.artists a
    where a.id = new.artist_id and n.user_id = a.user_id and n.lead_id = new.lead_id and n.artist_id = a.id and n.read_at is null;
  return null;
end
$$;
comment on function private.settle_seen() is 'An artist has opened a lead, or moved it: what they were told of it is read.';
create trigger lead_assignments_settle_seen after update of seen_at, status on public.lead_assignments
  for each row execute function private.settle_seen();

create function private.drop_unassigned_notices() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.notices n using gone g, public.artists a
    where a.id = g.artist_id and n.user_id = a.user_id and n.lead_id = g.lead_id and n.artist_id = a.id;
  return null;
end
$$;
comment on function private.drop_unassigned_notices() is 'A lead was taken from artists: what they were told of it leads nowhere.';
create trigger lead_assignments_drop_notices after delete on public.lead_assignments referencing old table as gone
  for each statement execute function private.drop_unassigned_notices();

create function private.settle_lead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.notices n set read_at = now()
    where n.lead_id = new.id and n.read_at is null
      and (new.withdrawn_at is not null or (n.kind = 'lead_held' and not new.held));
  return null;
end
$$;
comment on function private.settle_lead() is 'A request was withdrawn, or looked at and released: there is nothing to do about it.';
create trigger lead_records_settle after update of held, withdrawn_at on public.lead_records
  for each row when (new.withdrawn_at is distinct from old.withdrawn_at or new.held <> old.held)
  execute function private.settle_lead();

create function private.drop_nameless_notices() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.notices n using gone g where n.lead_id = g.lead_id;
  return null;
end
$$;
comment on function private.drop_nameless_notices() is 'Whoever asked was erased from a request: nobody is told of it any more.';
create trigger lead_contacts_drop_notices after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.drop_nameless_notices();

create function private.notice_line(p_notice public.notices) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_notice.id, 'kind', p_notice.kind, 'lead_id', p_notice.lead_id,
      'created_at', p_notice.created_at, 'read', p_notice.read_at is not null)
    || coalesce((select jsonb_build_object('city', l.city, 'call', l.kind = 'consultation', 'style', l.style_preference)
      from public.lead_records l where l.id = p_notice.lead_id), '{}')
    || coalesce((select jsonb_build_object('artist', a.name) from public.artists a where a.id = p_notice.artist_id), '{}');
end
$$;
comment on function private.notice_line(public.notices) is
  'What a notice says: about which place and style, and which artist. Nothing of whoever asks.';

create function private.my_notices(p_limit int) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(private.notice_line(n) order by n.created_at desc, n.id)
    from (
      select m.* from public.notices m where m.user_id = auth.uid()
      order by m.created_at desc limit least(greatest(coalesce(p_limit, 20), 1), 100)
    ) n), '[]');
end
$$;
comment on function private.my_notices(int) is 'The caller''s newest notices.';

create function public.my_notices(p_limit int default 20) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.my_notices(p_limit)
$$;
comment on function public.my_notices(int) is
  'The caller''s newest notices, the newest first: [{id, kind, lead_id, created_at, read, city, call, style, artist}].';

create function private.my_news() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
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
  'How many notices the caller has not read, at most 100, and when the last thing came that their lists show. Asked every few seconds: two looks into indexes.';

create function public.my_news() returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.my_news()
$$;
comment on function public.my_news() is
  '{unread, newest} of the caller. The same answer as before means that there is nothing new.';

create function private.mark_notices_read(p_ids uuid[]) returns int
  language plpgsql security definer set search_path = ''
as $$
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
comment on function private.mark_notices_read(uuid[]) is 'Notes that the caller has read these of their notices, or all.';

create function public.mark_notices_read(p_ids uuid[] default null) returns int
  language sql security invoker set search_path = ''
as $$
  select private.mark_notices_read(p_ids)
$$;
comment on function public.mark_notices_read(uuid[]) is
  'Marks notices of the caller as read, all of them without ids; gives how many were not.';
grant execute on function private.my_notices(int), public.my_notices(int), private.my_news(), public.my_news(),
  private.mark_notices_read(uuid[]), public.mark_notices_read(uuid[]) to authenticated;
