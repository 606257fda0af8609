-- What an artist and a client have of an accepted job belongs to both: what both signed, the payments with their history
-- and their messages. One side may erase all that is theirs alone; of the rest the other side keeps a sealed copy.
create table private.sealed_jobs (
  id uuid primary key default gen_random_uuid(),
  -- Without foreign keys: it outlives the request, the assignment and the artist's page.
  lead_id uuid not null,
  artist_id uuid not null,
  cause text not null check (cause in ('request_erased', 'client_left', 'artist_left', 'removed')),
  reference text not null,
  body jsonb not null,
  -- Who keeps it: the client as long as the request is theirs, the artist as long as the account is.
  for_client boolean not null,
  artist_user uuid references auth.users (id) on delete set null,
  sealed_at timestamptz not null,
  last_act_at timestamptz not null,
  -- As long as a claim from a written contract can be made (Texas Civil Practice and Remedies Code, 16.051).
  expires_at timestamptz not null generated always as (((last_act_at at time zone 'utc') + interval '4 years') at time zone 'utc') stored
);
comment on table private.sealed_jobs is
  'Copies of accepted jobs for the side that is left: agreement as signed, payments and messages, without contact details and photos. Never changed; gone four years after the last act, or once neither side keeps it.';
create index sealed_jobs_lead_idx on private.sealed_jobs (lead_id);
create index sealed_jobs_artist_idx on private.sealed_jobs (artist_user);
create index sealed_jobs_expiry_idx on private.sealed_jobs (expires_at);

create function private.without_contact(p_text text) returns text
  language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(regexp_replace(p_text, '[^\s@<>()]+@[^\s@<>()]*[^\s@<>().,;:!?]', '***', 'g'),
    '\+?\(?(\d[\s().\u2010-\u2013/-]{0,3}){9,}\d|(?<!\d)\d{3}[.\u2010-\u2013-]\d{4}(?!\d)', '***', 'g')
$$;
comment on function private.without_contact(text) is 'A text without the email addresses and phone numbers in it.';

create function private.sealed_agreement(p_lead uuid, p_artist uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', a.state, 'ended_by', a.ended_by, 'ended_reason', private.without_contact(a.ended_reason),
    'versions', (
      select jsonb_agg(private.agreement_version_line(v) order by v.version desc) from private.agreement_versions v
      where v.lead_id = p_lead and v.artist_id = p_artist and (
        select count(*) from private.agreement_signatures s
        where s.lead_id = p_lead and s.artist_id = p_artist and s.version = v.version) = 2))
  from private.agreements a where a.lead_id = p_lead and a.artist_id = p_artist and a.in_force is not null
$$;
comment on function private.sealed_agreement(uuid, uuid) is
  'Every version that both signed, word for word as it was hashed, the last one first; null where there is none.';

create function private.sealed_payments(p_lead uuid, p_artist uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select p.data || jsonb_build_object('side', 'client', 'writable', false, 'how_to_pay', null, 'notes', (
    select coalesce(jsonb_agg(n.note || jsonb_build_object('note', private.without_contact(n.note ->> 'note'),
      'how', private.without_contact(n.note ->> 'how')) order by n.at), '[]')
    from jsonb_array_elements(p.data -> 'notes') with ordinality n (note, at)))
  from (select private.payments_data(p_lead, p_artist, null) as data) p where p.data is not null
$$;
comment on function private.sealed_payments(uuid, uuid) is
  'The parts of the price with their history as pages show them, without how to pay and contact details.';

create function private.seal_job(p_lead uuid, p_artist uuid, p_cause text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_copy private.sealed_jobs;
begin
  insert into private.sealed_jobs (lead_id, artist_id, cause, reference, for_client, artist_user, sealed_at, last_act_at, body)
    select p_lead, p_artist, p_cause, l.reference, p_cause in ('artist_left', 'removed'), u.id, private.clock(), t.at,
      jsonb_build_object('artist', a.name, 'client', c.name, 'accepted_at', s.accepted_at, 'completed_at', s.completed_at,
        'agreement', private.sealed_agreement(p_lead, p_artist), 'payments', private.sealed_payments(p_lead, p_artist),
        'messages', (
          select coalesce(jsonb_agg(jsonb_build_object('sender', m.sender, 'body', private.without_contact(m.body), 'pictures', m.pictures,
            'created_at', m.created_at) order by m.position), '[]')
          from public.lead_messages m where m.lead_id = p_lead and m.artist_id = p_artist),
        -- On which sides the messages are hidden.
        'reported', (select coalesce(jsonb_agg(r.side), '[]') from private.conversation_reports r
          where r.lead_id = p_lead and r.artist_id = p_artist))
    from public.lead_assignments s
    join public.lead_records l on l.id = s.lead_id
    -- Of a client who was erased before, the artist has a copy already.
    join public.lead_contacts c on c.lead_id = s.lead_id
    join public.artists a on a.id = s.artist_id
    -- Not the account that is just going.
    left join auth.users u on u.id = a.user_id
    cross join lateral (select greatest(s.accepted_at, s.completed_at, s.confirmed_at, (
      select g.updated_at from private.agreements g where g.lead_id = p_lead and g.artist_id = p_artist), (
      select max(n.created_at) from private.payment_notes n where n.lead_id = p_lead and n.artist_id = p_artist), (
      select max(m.created_at) from public.lead_messages m where m.lead_id = p_lead and m.artist_id = p_artist)) as at) t
    where s.lead_id = p_lead and s.artist_id = p_artist and s.accepted_at is not null
      and (u.id is not null or p_cause in ('artist_left', 'removed')) and t.at > private.clock() - interval '4 years'
    returning * into v_copy;
  if v_copy.artist_user is not null then
    perform private.write_mail('lead_copy_kept', v_copy.id::text, v_copy.artist_user, null, null, null,
      jsonb_build_object('copy', v_copy.id));
  end if;
  if v_copy.for_client then
    perform private.mail_side('request_copy_kept', v_copy.id::text, p_lead, null, jsonb_build_object('copy', v_copy.id));
  end if;
end
$$;
comment on function private.seal_job(uuid, uuid, text) is
  'Keeps a copy of an accepted job for the sides that are left, and tells them. Called before anything of it goes.';

create function private.seal_jobs() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb := to_jsonb(old);
  v_lead uuid := case tg_table_name when 'lead_records' then v_row ->> 'id' else v_row ->> 'lead_id' end;
  v_artist uuid := case tg_table_name when 'artists' then v_row ->> 'id' else v_row ->> 'artist_id' end;
begin
  perform private.seal_job(s.lead_id, s.artist_id, tg_argv[0])
    from public.lead_assignments s
    where (v_lead is null or s.lead_id = v_lead) and (v_artist is null or s.artist_id = v_artist) and s.accepted_at is not null
    order by s.lead_id, s.artist_id;
  -- What the client kept goes with their request.
  if tg_table_name in ('lead_records', 'lead_contacts') then
    update private.sealed_jobs j set for_client = false where j.lead_id = v_lead and j.for_client;
  end if;
  return old;
end
$$;
comment on function private.seal_jobs() is
  'Before a request, its client, an artist or an assignment goes, whatever the way. What goes with it by foreign keys finds nothing left to seal.';

create trigger lead_records_seal_jobs before delete on public.lead_records
  for each row execute function private.seal_jobs('request_erased');
create trigger lead_contacts_seal_jobs before delete on public.lead_contacts
  for each row execute function private.seal_jobs('client_left');
create trigger artists_seal_jobs before delete on public.artists
  for each row execute function private.seal_jobs('artist_left');
create trigger lead_assignments_seal_jobs before delete on public.lead_assignments
  for each row execute function private.seal_jobs('removed');

create function private.delete_unkept_copy() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.sealed_jobs j where j.id = new.id;
  return null;
end
$$;
comment on function private.delete_unkept_copy() is 'Neither side keeps a copy any more.';

create trigger sealed_jobs_delete_unkept after update on private.sealed_jobs
  for each row when (not new.for_client and new.artist_user is null) execute function private.delete_unkept_copy();

create function private.sealed_line(p_copy private.sealed_jobs, p_side text) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select (p_copy).body - 'reported' || jsonb_build_object('id', (p_copy).id, 'side', p_side, 'cause', (p_copy).cause,
    'reference', (p_copy).reference, 'sealed_at', (p_copy).sealed_at, 'expires_at', (p_copy).expires_at,
    'payments', case when (p_copy).body -> 'payments' <> 'null' then (p_copy).body -> 'payments' || jsonb_build_object('side', p_side) end,
    'messages', case when (p_copy).body -> 'reported' ? p_side then '[]' else (p_copy).body -> 'messages' end)
$$;
comment on function private.sealed_line(private.sealed_jobs, text) is
  'A copy as one side reads it; without the messages, where that side had reported them.';

create function private.my_sealed_jobs() returns setof jsonb
  language sql stable security definer rows 5 set search_path = '' as $$
  select private.sealed_line(j, case when j.artist_user = auth.uid() then 'artist' else 'client' end)
  from private.sealed_jobs j
  where (j.artist_user = auth.uid()
      or j.for_client and j.lead_id in (select l.id from public.lead_records l where l.created_by_user = auth.uid()))
    and j.expires_at > private.clock()
  order by j.sealed_at desc, j.id
$$;
comment on function private.my_sealed_jobs() is 'The copies that the caller keeps, the newest first.';

create function private.read_sealed_jobs(p_token text default null, p_lead uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_lead uuid;
begin
  if p_token is null and p_lead is null then
    return (select coalesce(jsonb_agg(c), '[]') from private.my_sealed_jobs() c);
  end if;
  v_lead := private.own_request(p_token, p_lead);
  return (select coalesce(jsonb_agg(private.sealed_line(j, 'client') order by j.sealed_at desc, j.id), '[]')
    from private.sealed_jobs j where j.lead_id = v_lead and j.for_client and j.expires_at > private.clock());
end
$$;
comment on function private.read_sealed_jobs(text, uuid) is
  'The copies that a client keeps of the jobs of one request, by its token or their account; without arguments the caller''s own: [{id, side, cause, reference, artist, client, sealed_at, expires_at, accepted_at, completed_at, agreement, payments, messages}].';
