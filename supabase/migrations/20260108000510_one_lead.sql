-- One request for an admin: the row of the list, what admins noted about it, and three artists who would suit it.
create table private.lead_notes (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.lead_records (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  body text not null check (char_length(body) between 1 and 1000),
  created_at timestamptz not null default now()
);
alter table private.lead_notes enable row level security;
comment on table private.lead_notes is
  'What admins note about a request, for each other alone. Goes with the request, and with whoever asked.';
create index lead_notes_lead_idx on private.lead_notes (lead_id, created_at);
create index lead_notes_author_idx on private.lead_notes (author);

create function private.drop_notes() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.lead_notes n using gone g where n.lead_id = g.lead_id;
  return null;
end
$$;
comment on function private.drop_notes() is 'Whoever asked was erased from a request: what admins noted about it is not kept.';
create trigger lead_contacts_drop_notes after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.drop_notes();

insert into private.error_codes (code, status, field, message) values
  ('note_required', 422, 'note', 'Please write a note'),
  ('note_too_long', 422, 'note', 'Note must be at most 1000 characters'),
  ('leads_too_many', 422, null, 'Please choose at most 100 requests at a time');

create function private.chosen_leads(p_leads uuid[]) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_leads uuid[];
begin
  perform private.require_admin();
  select coalesce(array_agg(distinct x order by x), '{}') into v_leads from unnest(p_leads) x where x is not null;
  if cardinality(v_leads) = 0 then perform private.fail('invalid_input', 'leads'); end if;
  if cardinality(v_leads) > 100 then perform private.fail('leads_too_many'); end if;
  if cardinality(v_leads) <> (select count(*) from public.lead_records l where l.id = any (v_leads)) then
    perform private.fail('invalid_input', 'leads');
  end if;
  return v_leads;
end
$$;
comment on function private.chosen_leads(uuid[]) is 'The requests that an admin has chosen, each once and in order: 1 to 100 that exist.';

create function private.note_leads(p_leads uuid[], p_note text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_leads uuid[] := private.chosen_leads(p_leads);
  v_note text := private.clean_or_null(p_note);
  v_row private.lead_notes;
begin
  if v_note is null then perform private.fail('note_required'); end if;
  if char_length(v_note) > 1000 then perform private.fail('note_too_long'); end if;
  for v_row in
    insert into private.lead_notes (lead_id, author, body)
      select c.lead_id, auth.uid(), v_note from public.lead_contacts c where c.lead_id = any (v_leads) order by c.lead_id
      returning *
  loop
    -- What it says is not in the trail, which outlives whoever asked.
    perform private.audit('lead.noted', v_row.lead_id, jsonb_build_object('note', v_row.id));
  end loop;
  return jsonb_build_object('noted', cardinality(v_leads));
end
$$;
comment on function private.note_leads(uuid[], text) is 'Notes the same about each of the chosen requests; nobody but admins reads it.';

create function private.remove_lead_note(p_note uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid;
begin
  perform private.require_admin();
  delete from private.lead_notes n where n.id = p_note returning n.lead_id into v_lead;
  if v_lead is null then return; end if;
  perform private.audit('lead.note_removed', v_lead, jsonb_build_object('note', p_note));
end
$$;
comment on function private.remove_lead_note(uuid) is 'Removes a note about a request; that there was one stays in the audit trail. Again changes nothing.';

create function private.artist_card(p_artist uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', a.id, 'name', a.name, 'slug', a.slug, 'city', a.city, 'state', a.state,
    'styles', to_jsonb(a.styles[1:4]), 'profile_photo', a.profile_photo, 'email', c.email, 'public_visible', a.public_visible,
    'open_requests', (
      select count(*) from public.lead_assignments s
      join public.lead_records l on l.id = s.lead_id and not l.held and l.withdrawn_at is null
      where s.artist_id = a.id and s.state in ('sent', 'seen', 'talking', 'proposed')))
  from public.artists a left join public.artist_contacts c on c.artist_id = a.id
  where a.id = p_artist
$$;
comment on function private.artist_card(uuid) is
  'An artist as an admin chooses one: enough to tell two of a name apart, and how many requests they have under way.';

create function private.suggestions_for(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.artist_card(s.artist_id) || jsonb_build_object('reason', s.reason) order by s.rank), '[]')
  from private.lead_suggestions(p_lead, 3) s
$$;
comment on function private.suggestions_for(uuid) is 'Up to three artists who suit a request and do not have it, with why.';

create function private.admin_lead(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lead jsonb;
begin
  perform private.require_admin();
  select v.lead into v_lead from private.admin_leads v where v.id = p_lead;
  if v_lead is null then return null; end if;
  return jsonb_build_object('lead', v_lead,
    'suggestions', case when v_lead ->> 'withdrawn_at' is null then private.suggestions_for(p_lead) else '[]' end,
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'author', u.email, 'created_at', n.created_at)
        order by n.created_at desc, n.id)
      from private.lead_notes n left join auth.users u on u.id = n.author where n.lead_id = p_lead), '[]'));
end
$$;
comment on function private.admin_lead(uuid) is 'One request with three artists who would suit it and what admins noted. Null for none.';

create function private.admin_find_artists(p_search text, p_limit int) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_like text := private.like_pattern(p_search);
begin
  perform private.require_admin();
  return coalesce((
    select jsonb_agg(private.artist_card(q.id) order by q.begins desc, q.name, q.id)
    from (
      select a.id, a.name, coalesce(a.name ilike substr(v_like, 2), false) as begins
      from public.artists a left join public.artist_contacts c on c.artist_id = a.id
      where v_like is not null
        and (a.name ilike v_like or a.city ilike v_like or a.slug ilike v_like or c.email ilike v_like)
      order by 3 desc, a.name, a.id limit least(greatest(coalesce(p_limit, 10), 1), 50)
    ) q), '[]');
end
$$;
comment on function private.admin_find_artists(text, int) is
  'Artists whose name, city, slug or e-mail holds the text, those whose name begins with it first.';

create function public.admin_lead(p_lead uuid) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_lead(p_lead)
$$;
comment on function public.admin_lead(uuid) is 'One request: {lead, suggestions, notes}, or null. Admins only.';

create function public.note_leads(p_leads uuid[], p_note text) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.note_leads(p_leads, p_note)
$$;
comment on function public.note_leads(uuid[], text) is 'Notes something about up to 100 requests, for admins alone: {noted}. Admins only.';

create function public.remove_lead_note(p_note uuid) returns void
  language sql security invoker set search_path = ''
as $$
  select private.remove_lead_note(p_note)
$$;
comment on function public.remove_lead_note(uuid) is 'Removes a note about a request. Admins only.';

create function public.admin_find_artists(p_search text, p_limit int default 10) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_find_artists(p_search, p_limit)
$$;
comment on function public.admin_find_artists(text, int) is
  'Artists by name, city, slug or e-mail, each with photo, city, styles, e-mail and how many requests they have under way. Admins only.';
grant execute on function private.admin_lead(uuid), public.admin_lead(uuid), private.note_leads(uuid[], text), public.note_leads(uuid[], text),
  private.remove_lead_note(uuid), public.remove_lead_note(uuid), private.admin_find_artists(text, int), public.admin_find_artists(text, int)
  to authenticated;
