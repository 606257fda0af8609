-- The admin's view of leads, and the two things an admin does with one.
create function private.admin_assign_request(p_lead uuid, p_artists uuid[], p_read uuid[] default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  -- A null among them would make every comparison below unknown.
  v_read uuid[] := array_remove(p_read, null);
  v_ids uuid[];
begin
  perform private.require_admin();
  perform from public.lead_records l where l.id = p_lead for no key update;
  if not found then perform private.fail('invalid_input', 'lead'); end if;
  select coalesce(array_agg(x order by x), '{}') into v_ids from (
    select y from unnest(p_artists) y where y is not null and (v_read is null or y <> all (v_read))
    union
    select a.artist_id from public.lead_assignments a
    where a.lead_id = p_lead and v_read is not null and (a.artist_id = any (p_artists) or a.artist_id <> all (v_read))) merged (x);
  if cardinality(v_ids) > 10 then perform private.fail('invalid_input', 'artists'); end if;
  if cardinality(v_ids) <> (select count(*) from public.artists a where a.id = any (v_ids)) then perform private.fail('artist_unknown'); end if;

  if exists (select from private.agreements g
      where g.lead_id = p_lead and g.artist_id <> all (v_ids) and g.state in ('in_force', 'amending')) then
    perform private.fail('agreement_in_force');
  end if;
  -- The admin has decided: the sender's own choice would come too late.
  update private.request_intake i set selected_at = coalesce(i.selected_at, now()) where i.lead_id = p_lead;
  delete from public.lead_assignments a where a.lead_id = p_lead and a.artist_id <> all (v_ids);
  insert into public.lead_assignments (lead_id, artist_id) select p_lead, x from unnest(v_ids) x on conflict do nothing;
  update public.lead_records l set held = false where l.id = p_lead and l.held and cardinality(v_ids) > 0;
  perform private.audit('lead.assigned', p_lead, jsonb_build_object('artists', v_ids));
  return jsonb_build_object('assigned', cardinality(v_ids), 'artists', coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name) from public.artists a where a.id = any (v_ids)), '[]'));
end
$$;
comment on function private.admin_assign_request(uuid, uuid[], uuid[]) is
  'Makes exactly these artists (at most 10) have the lead; who stays keeps their status. With p_read it adds and removes those in which p_artists differs from that: whom another admin added or removed since stays so. Assigning a held lead releases it. Nobody is removed while an agreement is in force. Gives {assigned, artists: [{id, name}]}. Admins only.';

create function private.admin_release_request(p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead public.lead_records;
  v_asked uuid[];
begin
  perform private.require_admin();
  update public.lead_records l set held = false where l.id = p_lead and l.held returning * into v_lead;
  if v_lead.id is null then perform private.fail('invalid_input', 'lead'); end if;
  select i.asked_artists into v_asked from private.request_intake i where i.lead_id = p_lead;
  perform private.offer_artists(p_lead, v_asked);
  perform private.audit('lead.released', p_lead, jsonb_build_object('reason', (select r.held_reason from private.request_reasons r where r.lead_id = p_lead)));
  return jsonb_build_object('id', p_lead, 'matches', private.request_matches(p_lead));
end
$$;
comment on function private.admin_release_request(uuid) is
  'Takes a lead out of quarantine and gives the artists that fit, for the admin to assign. Gives {id, matches}. Admins only.';

create function private.is_own_address(p_lead uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.request_senders s where s.lead_id = p_lead and s.proven_by = 'link')
    or exists (select from public.lead_records l join public.lead_contacts c on c.lead_id = l.id join auth.users u on u.id = l.created_by_user
      where l.id = p_lead and u.email_confirmed_at is not null and u.confirmation_sent_at is not null
        and private.mailbox(u.email) = private.mailbox(c.email))
$$;
comment on function private.is_own_address(uuid) is
  'Whether the sender of a request reads its address: they opened the link that was emailed, or confirmed their account.';

create view private.admin_requests with (security_invoker = true) as
select l.id, to_jsonb(l) || jsonb_build_object('held_reason', w.held_reason, 'reference', r.reference, 'locale', r.locale, 'merged_into', w.merged_into,
  'proven', private.is_own_address(l.id),
  'assignments', coalesce((
    select jsonb_agg(jsonb_build_object('artist_id', a.id, 'name', a.name, 'status', s.status, 'state', s.state,
      'reported', exists (select from private.conversation_reports t where t.lead_id = s.lead_id and t.artist_id = s.artist_id),
      'job', case when s.state in ('accepted', 'completed') and s.accepted_at is not null then private.job_line(s.lead_id, s.artist_id) end) order by a.name)
    from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = l.id), '[]')) as lead
from public.leads l join public.lead_records r on r.id = l.id left join private.request_reasons w on w.lead_id = l.id;
comment on view private.admin_requests is 'A lead as the admin''s list shows it, with the artists who have it, and whose turn it is in their jobs.';

-- One request for an admin: the row of the list, what admins noted about it, and three artists who would suit it.
create table private.request_notes (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.lead_records (id) on delete cascade,
  -- Null once the account is gone.
  author uuid references auth.users (id) on delete set null,
  body text not null check (char_length(body) between 1 and 1000),
  created_at timestamptz not null default now()
);
comment on table private.request_notes is 'What admins note about a request, for each other alone. Goes with the request, and with the client.';
create index request_notes_lead_idx on private.request_notes (lead_id, created_at);
create index request_notes_author_idx on private.request_notes (author);

create function private.chosen_requests(p_leads uuid[]) returns uuid[]
  language plpgsql security definer set search_path = '' as $$
declare
  v_leads uuid[];
begin
  perform private.require_admin();
  select coalesce(array_agg(distinct x order by x), '{}') into v_leads from unnest(p_leads) x where x is not null;
  if cardinality(v_leads) = 0 then perform private.fail('invalid_input', 'leads'); end if;
  if cardinality(v_leads) > 100 then perform private.fail('leads_too_many'); end if;
  -- In the order of ids, so that two admins at once do not wait for each other; what is erased meanwhile is gone here.
  perform from public.lead_records l where l.id = any (v_leads) order by l.id for no key update;
  if cardinality(v_leads) <> (select count(*) from public.lead_records l where l.id = any (v_leads)) then
    perform private.fail('invalid_input', 'leads');
  end if;
  return v_leads;
end
$$;
comment on function private.chosen_requests(uuid[]) is 'The requests that an admin has chosen, each once, in order and locked: 1 to 100 that exist.';

create function private.add_request_notes(p_leads uuid[], p_note text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_leads uuid[] := private.chosen_requests(p_leads);
  v_note text := private.required_text(p_note, 1000, 'note_required', 'note_too_long');
  v_row private.request_notes;
begin
  for v_row in
    insert into private.request_notes (lead_id, author, body)
      select c.lead_id, auth.uid(), v_note from public.lead_contacts c where c.lead_id = any (v_leads) order by c.lead_id
      returning *
  loop
    -- What it says is not in the trail, which outlives the client.
    perform private.audit('lead.noted', v_row.lead_id, jsonb_build_object('note', v_row.id));
  end loop;
  return jsonb_build_object('noted', cardinality(v_leads));
end
$$;
comment on function private.add_request_notes(uuid[], text) is
  'Notes the same about each of the chosen requests; nobody but admins reads it. Gives {noted}. Admins only.';

create function private.delete_request_note(p_note uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid;
begin
  perform private.require_admin();
  delete from private.request_notes n where n.id = p_note returning n.lead_id into v_lead;
  if v_lead is null then return; end if;
  perform private.audit('lead.note_removed', v_lead, jsonb_build_object('note', p_note));
end
$$;
comment on function private.delete_request_note(uuid) is
  'Removes a note about a request; that there was one stays in the audit trail. Again changes nothing. Admins only.';

create function private.artist_card(p_artist uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
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
  language sql stable security definer set search_path = '' as $$
  -- A held request is not for artists: releasing it comes first.
  select coalesce(jsonb_agg(private.artist_card(s.artist_id) || jsonb_build_object('reason', s.reason) order by s.rank), '[]')
  from public.lead_records l cross join lateral private.request_suggestions(l.id, 3) s
  where l.id = p_lead and not l.held and l.withdrawn_at is null
$$;
comment on function private.suggestions_for(uuid) is 'Up to three artists who suit a request and do not have it, with why.';

create function private.admin_request(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_lead jsonb;
begin
  perform private.require_admin();
  select v.lead into v_lead from private.admin_requests v where v.id = p_lead;
  if v_lead is null then return null; end if;
  return jsonb_build_object('lead', v_lead,
    'suggestions', private.suggestions_for(p_lead),
    'doubles', private.request_duplicates(p_lead),
    'history', private.job_history(p_lead),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'author', u.email, 'created_at', n.created_at)
        order by n.created_at desc, n.id)
      from private.request_notes n left join auth.users u on u.id = n.author where n.lead_id = p_lead), '[]'));
end
$$;
comment on function private.admin_request(uuid) is
  'One request with what was last done in its jobs, three artists who would suit it, what admins noted, and other requests of the same person: {lead, suggestions, doubles, history, notes}, or null. Admins only.';

create function private.admin_suggestions(p_leads uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('lead_id', x.id, 'suggestions', private.suggestions_for(x.id))), '[]')
  from unnest(private.chosen_requests(p_leads)) x (id)
$$;
comment on function private.admin_suggestions(uuid[]) is
  'Up to three artists who suit each of these requests, of which there may be 100: [{lead_id, suggestions}]. Admins only.';

create function private.admin_find_artists(p_search text, p_limit int default 10) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_found jsonb;
begin
  perform private.require_admin();
  execute format($q$
    select jsonb_agg(private.artist_card(q.id) order by q.begins desc, q.name, q.id)
    from (
      select a.id, a.name, coalesce(private.bare_text(a.name) like substr($1, 2), false) as begins
      from public.artists a where a.id in (%s) order by 3 desc, a.name, a.id limit $2
    ) q$q$, private.artists_found(p_search))
  into v_found using private.like_pattern(p_search), least(greatest(coalesce(p_limit, 10), 1), 50);
  return coalesce(v_found, '[]');
end
$$;
comment on function private.admin_find_artists(text, int) is
  'Artists whose name, city, slug or e-mail holds the text, those whose name begins with it first, each with photo, city, styles, e-mail and how many requests they have under way. Admins only.';

-- The admin's list of requests, narrowed by city, style, budget and days as well, and found by telephone number.
create function private.phone_digits(p_search text) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  v_digits text := regexp_replace(p_search, '\D', '', 'g');
begin
  -- An admin who types other signs is looking for something else; three digits are in every number.
  if p_search !~ '^[\d\s().+/-]+$' or char_length(v_digits) < 4 then return null; end if;
  return case when v_digits ~ '^1\d{10}$' then substr(v_digits, 2) else v_digits end;
end
$$;
comment on function private.phone_digits(text) is
  'The digits of a telephone number, however it is written and without the 1 of the country; null for what is none.';

create function private.admin_list_requests(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0, p_city text default null, p_style text default null, p_budget text default null, p_from date default null,
  p_until date default null
) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_search text := private.clean_or_null(p_search);
  v_filter text := private.clean_or_null(p_filter);
  v_digits text := private.phone_digits(p_search);
  v_only text := concat_ws(' and ', 'true',
    'lower(l.city) = lower(' || quote_literal(private.clean_or_null(p_city)) || ')',
    'l.style_preference = ' || quote_literal(private.clean_or_null(p_style)),
    'l.budget_range = ' || quote_literal(private.clean_or_null(p_budget)),
    'l.created_at >= ' || quote_literal(private.start_of(p_from)) || '::timestamptz',
    'l.created_at < ' || quote_literal(private.start_of(p_until + 1)) || '::timestamptz');
begin
  if v_search is null and v_filter is null and v_only = 'true'
    and coalesce(private.clean_or_null(p_sort), 'created_at') = 'created_at' and coalesce(p_desc, true) then
    -- As it opens: the page is read from an index, and only its rows are joined; the list in general joins and sorts all first.
    perform private.require_admin();
    return jsonb_build_object('total', (select count(*) from public.lead_records), 'rows', coalesce((
      select jsonb_agg((select v.lead from private.admin_requests v where v.id = q.id) order by q.created_at desc, q.id)
      from (
        select l.id, l.created_at from public.lead_records l order by l.created_at desc, l.id
        limit least(greatest(coalesce(p_limit, 25), 1), 1000) offset greatest(coalesce(p_offset, 0), 0)) q), '[]'));
  end if;
  return private.admin_list_page(
    format($q$
      select l.id, l.created_at, l.city, l.kind::text as kind, l.style_preference, l.budget_range, c.name, c.email, l.held,
             coalesce(s.furthest, 'new')::text as status
      from public.lead_records l
      left join public.lead_contacts c on c.lead_id = l.id
      left join private.request_progress s on s.lead_id = l.id
      where case $2 when 'held' then l.held when 'withdrawn' then l.withdrawn_at is not null
                    when 'unassigned' then s.lead_id is null and not l.held and l.withdrawn_at is null
                    when 'unanswered' then s.unanswered and not l.held and l.withdrawn_at is null
                    when 'reported' then exists (select from private.conversation_reports t where t.lead_id = l.id)
                    when 'proposed' then s.proposed when 'accepted' then s.accepted
                    when 'new' then coalesce(s.furthest, 'new') = 'new' and not l.held when 'in_review' then s.furthest = 'in_review'
                    when 'completed' then s.furthest = 'completed' else true end
        and %s
        and ($2 is null or $2 <> all ('{agreement,design,painting,payment,late}') or l.withdrawn_at is null and l.id in (select private.leads_at($2)))
        and ($1 is null or l.id in (
          select f.lead_id from public.lead_contacts f where %s%s union all select f.id from public.lead_records f where %s))$q$,
      v_only, private.found_by('private.search_text(f.name, f.email)', p_search),
      case when v_digits is not null then ' or ' || private.found_by('regexp_replace(f.phone, ''\D'', '''', ''g'')', v_digits) end,
      private.found_by('private.search_text(f.city, f.project_description, f.reference)', p_search)),
    'select v.lead from private.admin_requests v where v.id = q.id',
    array['new', 'in_review', 'completed', 'held', 'unassigned', 'unanswered', 'proposed', 'accepted', 'withdrawn', 'reported', 'agreement',
      'design', 'painting', 'payment', 'late']::text[],
    array['created_at', 'city', 'kind', 'style_preference', 'budget_range', 'name', 'email', 'status', 'held']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset);
end
$$;
comment on function private.admin_list_requests(text, text, text, boolean, int, int, text, text, text, date, date) is
  'All leads with the artists who have them, {total, rows}; new, in_review and completed go by the furthest artist; a held one is only held. Searched in names, e-mails, telephone numbers, cities, texts and references. Admins only.';

create function private.admin_request_cities() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return coalesce((
    select jsonb_agg(q.city order by q.city)
    from (select min(l.city) as city from public.lead_records l where l.city <> '' group by lower(l.city) order by count(*) desc, 1 limit 200) q), '[]');
end
$$;
comment on function private.admin_request_cities() is
  'The cities that requests are about, each in one spelling; the 200 with the most. Admins only.';
