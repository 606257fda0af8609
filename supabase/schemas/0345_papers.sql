-- Papers of artists: a certificate of liability insurance, which an admin looks at. In public only the day to which a
-- checked one is good: no insurer, no amount, no file. A W-9 is asked for and never kept.
create table private.papers (
  -- Chosen by the browser, so that sending again finds it.
  id uuid primary key,
  artist_id uuid not null references public.artists (id) on delete cascade,
  -- In the bucket: {artist}/{id}.pdf, or a photo.
  path text not null unique,
  insurer text not null check (insurer = private.one_line(insurer) and char_length(insurer) between 1 and 100),
  -- Whole US dollars for each occurrence.
  amount int not null check (amount between 1 and 100000000),
  -- The first day on which it is no longer good.
  ends_on date not null,
  state text not null default 'sent' check (state in ('sent', 'checked', 'refused', 'ended')),
  -- Why an admin refused it.
  reason text check (char_length(reason) <= 500),
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
comment on table private.papers is
  'Certificates of insurance as artists sent them, and what became of each. One that was removed or replaced is gone with its file.';
create index papers_artist_idx on private.papers (artist_id);
create index papers_ends_idx on private.papers (ends_on) where state in ('sent', 'checked');
create unique index papers_sent_idx on private.papers (artist_id) where state = 'sent';
create unique index papers_checked_idx on private.papers (artist_id) where state = 'checked';

insert into private.moves (process, event, actor, state, becomes)
select 'paper', m.event, m.actor, s, m.becomes from (values
  ('check', 'admin', '{sent}'::text[], 'checked'),
  ('refuse', 'admin', '{sent,checked}', 'refused'),
  ('end', 'system', '{sent,checked}', 'ended'),
  ('remove', 'artist', '{sent,checked,refused,ended}', 'removed'),
  -- By the next one: a checked paper stays good until that is checked, too.
  ('replace', 'artist', '{sent,refused,ended}', 'removed'),
  ('replace', 'admin', '{checked,refused,ended}', 'removed')
) m (event, actor, states, becomes), unnest(m.states) s;

create function private.move_paper(p_paper private.papers, p_event text, p_actor text, p_reason text default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_becomes text := private.next_state('paper', p_event, p_actor, p_paper.state);
begin
  if v_becomes = 'removed' then
    delete from private.papers p where p.id = p_paper.id;
  else
    update private.papers p set state = v_becomes, reason = p_reason,
      decided_at = case p_actor when 'admin' then now() else p.decided_at end where p.id = p_paper.id;
  end if;
  perform private.audit('paper.' || v_becomes, p_paper.artist_id,
    jsonb_build_object('paper', p_paper.id, 'by', p_actor, 'from', p_paper.state));
end
$$;
comment on function private.move_paper(private.papers, text, text, text) is
  'Makes the one move that there is for an event, and notes it; refuses any other. removed: row and file go.';

create function private.sync_checked_insurance() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := case tg_op when 'DELETE' then old.artist_id else new.artist_id end;
  v_to date := (select p.ends_on from private.papers p where p.artist_id = v_artist and p.state = 'checked');
begin
  update public.artists a set insured_to = v_to where a.id = v_artist and a.insured_to is distinct from v_to;
  -- Whatever takes a certificate away: its artist, the next one, the account.
  if tg_op = 'DELETE' then
    perform private.delete_objects(array(select o.id from storage.objects o where o.bucket_id = 'papers' and o.name = old.path));
  end if;
  return null;
end
$$;
comment on function private.sync_checked_insurance() is 'Keeps what pages say of an artist''s insurance, to when a checked certificate is good; the file of one goes with it.';

create trigger papers_sync_checked_insurance after insert or delete or update of state on private.papers
  for each row execute function private.sync_checked_insurance();

-- The files. Nobody writes over one, moves it or takes it away: what an admin has checked stays that.
create function private.may_add_paper(p_bucket text, p_name text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return p_bucket = 'papers' and private.my_role() = 'artist' and p_name ~ concat('^', private.my_artist_id(),
      '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(pdf|webp|jpg)$')
    and (select count(*) from storage.objects o where o.bucket_id = 'papers' and o.name like private.my_artist_id() || '/%') < 8;
end
$$;
comment on function private.may_add_paper(text, text) is 'Whether the caller, an artist, may store a certificate of this name; eight at a time.';

create function private.has_agreed(p_lead uuid, p_artist uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.lead_assignments s
    join public.proposals p on p.lead_id = s.lead_id and p.artist_id = s.artist_id and p.state = 'accepted'
    join public.lead_contacts c on c.lead_id = s.lead_id
    where s.lead_id = p_lead and s.artist_id = p_artist and s.state in ('accepted', 'completed'))
$$;
comment on function private.has_agreed(uuid, uuid) is 'Whether the client of a request has accepted a proposal of this artist, and that still counts.';

create function private.papers_i_see() returns setof text
  language plpgsql stable security definer rows 4 set search_path = '' as $$
declare
  v_lead uuid := private.request_of_caller();
begin
  -- Only what was asked for by a call that notes it, for the five minutes that its link is good.
  return query
    select p.path from private.audit_log e
    join private.papers p on p.id = (e.detail ->> 'paper')::uuid
    where e.at > now() - interval '5 minutes' and e.action = 'paper.opened'
      and case e.detail ->> 'by'
        when 'admin' then e.actor = auth.uid() and private.is_admin()
        else p.state = 'checked' and private.has_agreed((e.detail ->> 'lead')::uuid, p.artist_id)
          and (e.actor = auth.uid() or (e.detail ->> 'lead')::uuid = v_lead) end;
end
$$;
comment on function private.papers_i_see() is
  'Files of certificates that the caller has opened within five minutes: an admin, or a client by account or by the token in the header x-request-token.';

create policy papers_select on storage.objects for select to anon, authenticated using (
  bucket_id = 'papers' and name in (select private.papers_i_see()));
create policy papers_select_own on storage.objects for select to authenticated using (
  bucket_id = 'papers' and split_part(name, '/', 1) = (select private.my_artist_id())::text);
create policy papers_insert on storage.objects for insert to authenticated with check (
  private.may_add_paper(bucket_id, name));

create function private.artist_zone(p_city_slug text) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return case when p_city_slug in ('el-paso-tx', 'socorro-tx', 'horizon-city-tx', 'anthony-tx', 'san-elizario-tx', 'van-horn-tx', 'sierra-blanca-tx')
    then 'America/Denver' else 'America/Chicago' end;
end
$$;
comment on function private.artist_zone(text) is 'Where an artist lives, by the city of the profile: Texas is on Central time but for its western end.';

create function private.artist_day(p_city_slug text) returns date
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (private.clock() at time zone private.artist_zone(p_city_slug))::date;
end
$$;
comment on function private.artist_day(text) is 'Which day it is where an artist lives, by the city of the profile.';

create function private.end_papers() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_paper private.papers;
begin
  for v_paper in
    select p.* from private.papers p join public.artists a on a.id = p.artist_id
    where p.state in ('sent', 'checked') and p.ends_on <= private.clock()::date + 1 and p.ends_on <= private.artist_day(a.city_slug)
    order by p.id for update of a, p skip locked
  loop
    perform private.move_paper(v_paper, 'end', 'system');
  end loop;
  -- Not who has sent the next one already. Once for each paper.
  perform private.write_mail('paper_ending', p.id::text, a.user_id, null, null, a.id, jsonb_build_object('paper', p.id))
    from private.papers p join public.artists a on a.id = p.artist_id and a.user_id is not null
    where p.state = 'checked' and p.ends_on <= private.clock()::date + 31 and p.ends_on <= private.artist_day(a.city_slug) + 30
      and not exists (select from public.notices n where n.user_id = a.user_id and n.event = 'paper_ending:' || p.id)
      and not exists (select from private.papers n where n.artist_id = p.artist_id and n.state = 'sent');
end
$$;
comment on function private.end_papers() is
  'Ends certificates on their day, at midnight where the artist lives, and tells artists 30 days before.';
