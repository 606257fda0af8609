-- Lists show which conversations their reader has reported, instead of nothing at all.
create function private.own_threads() returns table (lead_id uuid, artist_id uuid, side text, reported boolean)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select a.lead_id, a.artist_id, s.side, exists (
      select from private.thread_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id and r.side = s.side)
    from (
      select l.id, 'client' as side, null::uuid as artist from public.lead_records l
        where l.created_by_user = auth.uid() and not l.held
      union all
      select mine, 'artist', v_artist from private.leads_assigned_to_me() mine
    ) s
    join public.lead_assignments a on a.lead_id = s.id and (s.artist is null or a.artist_id = s.artist);
end
$$;
comment on function private.own_threads() is
  'The conversations that the caller takes part in with their account, on which side, and whether that side has reported them.';

create or replace function private.my_threads() returns table (lead_id uuid, artist_id uuid, side text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select t.lead_id, t.artist_id, t.side from private.own_threads() t where not t.reported;
end
$$;

create or replace function private.thread_summaries(p_leads uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('lead_id', a.lead_id, 'artist_id', a.artist_id, 'state', a.state, 'reported', t.reported,
      'unread', case when t.reported then 0 else (
        select count(*) from public.lead_messages m
        where m.lead_id = a.lead_id and m.artist_id = a.artist_id and m.sender <> t.side
          and m.position > case t.side when 'client' then a.client_read else a.artist_read end) end))
    from private.own_threads() t join public.lead_assignments a on a.lead_id = t.lead_id and a.artist_id = t.artist_id
    where a.lead_id = any (p_leads)), '[]');
end
$$;
comment on function private.thread_summaries(uuid[]) is
  'State and number of unread messages of the caller''s conversations about these requests; none unread of those that they have reported.';
comment on function public.thread_summaries(uuid[]) is
  'The caller''s conversations about these requests: [{lead_id, artist_id, state, unread, reported}].';
