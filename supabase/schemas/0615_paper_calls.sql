-- What artists, admins and clients do with papers.
create function private.my_papers() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(p) - 'artist_id' order by p.created_at desc, p.id), '[]')
  from private.papers p where p.artist_id = private.my_artist_id()
$$;
comment on function private.my_papers() is
  'The caller''s certificates of insurance, the newest first: [{id, path, insurer, amount, ends_on, state, reason, created_at, decided_at}]. Artists only.';

create function private.my_locked_artist() returns public.artists
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist public.artists;
begin
  select * into v_artist from public.artists a where a.user_id = auth.uid() for update;
  if v_artist.id is null then perform private.fail('not_allowed'); end if;
  return v_artist;
end
$$;
comment on function private.my_locked_artist() is 'The caller''s artist profile, locked, so that two devices take turns; refuses everybody else.';

create function private.send_certificate(p_id uuid, p_path text, p_insurer text, p_amount int, p_ends_on date) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist public.artists := private.my_locked_artist();
  v_insurer text;
  v_old private.papers;
begin
  if exists (select from private.papers p where p.id = p_id and p.artist_id = v_artist.id) then return private.my_papers(); end if;
  v_insurer := private.required_text(private.one_line(p_insurer), 100, 'insurer_required', 'insurer_too_long');
  if p_amount is null or p_amount not between 1 and 100000000 then perform private.fail('coverage_invalid'); end if;
  if p_ends_on is null or p_ends_on <= private.artist_day(v_artist.city_slug)
     or p_ends_on > private.artist_day(v_artist.city_slug) + interval '5 years' then
    perform private.fail('insurance_end_invalid');
  end if;
  if p_id is null or p_path is null or p_path !~ concat('^', v_artist.id, '/', p_id, '\.(pdf|webp|jpg)$')
     or not exists (select from storage.objects o where o.bucket_id = 'papers' and o.name = p_path) then
    perform private.fail('paper_missing');
  end if;
  perform private.rate_limit('paper', v_artist.id::text, private.setting_int('paper_limit'), interval '1 day');
  for v_old in select p.* from private.papers p where p.artist_id = v_artist.id and p.state <> 'checked' for update loop
    perform private.move_paper(v_old, 'replace', 'artist');
  end loop;
  insert into private.papers (id, artist_id, path, insurer, amount, ends_on)
    values (p_id, v_artist.id, p_path, v_insurer, p_amount, p_ends_on);
  perform private.audit('paper.sent', v_artist.id, jsonb_build_object('paper', p_id, 'by', 'artist'));
  perform private.mail_admins('paper_sent', p_id::text, null, jsonb_build_object('paper', p_id), p_artist => v_artist.id);
  return private.my_papers();
end
$$;
comment on function private.send_certificate(uuid, text, text, int, date) is
  'Sends a certificate whose file is in the bucket papers under {artist}/{p_id}.pdf, .webp or .jpg, in the place of any that is not checked, and tells admins; gives my_papers. Again changes nothing.';

create function private.remove_paper(p_id uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist public.artists := private.my_locked_artist();
  v_paper private.papers;
begin
  select * into v_paper from private.papers p where p.id = p_id and p.artist_id = v_artist.id for update;
  if v_paper.id is not null then perform private.move_paper(v_paper, 'remove', 'artist'); end if;
  return private.my_papers();
end
$$;
comment on function private.remove_paper(uuid) is
  'Takes a certificate of the caller''s away, with its file; gives my_papers. Again changes nothing.';

create function private.decide_paper(p_id uuid, p_accept boolean, p_reason text default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_reason text;
  v_state text := case when p_accept then 'checked' else 'refused' end;
  v_artist public.artists;
  v_paper private.papers;
  v_old private.papers;
begin
  perform private.require_admin();
  if p_accept is null then perform private.fail('invalid_input'); end if;
  if not p_accept then v_reason := private.required_text(p_reason, 500, 'reason_required', 'reason_too_long'); end if;
  -- The artist first, as an artist who sends one.
  select a.* into v_artist from public.artists a join private.papers p on p.artist_id = a.id where p.id = p_id for update of a;
  select * into v_paper from private.papers p where p.id = p_id for update;
  if v_paper.id is null then perform private.fail('move_refused'); end if;
  if v_artist.user_id = auth.uid() then perform private.fail('not_allowed'); end if;
  if v_paper.state = v_state then return; end if;
  if p_accept then
    for v_old in select p.* from private.papers p where p.artist_id = v_artist.id and p.id <> p_id for update loop
      perform private.move_paper(v_old, 'replace', 'admin');
    end loop;
  end if;
  perform private.move_paper(v_paper, case when p_accept then 'check' else 'refuse' end, 'admin', v_reason);
  update public.notices n set read_at = now() where n.event = 'paper_sent:' || p_id and n.read_at is null;
  perform private.mail_side('paper_' || v_state, p_id::text, null, v_artist.id, jsonb_build_object('paper', p_id));
end
$$;
comment on function private.decide_paper(uuid, boolean, text) is
  'Checks a certificate, or refuses it with a reason that its artist reads; nobody decides about their own. Again changes nothing. Admins only.';

create function private.note_look(p_paper private.papers, p_detail jsonb) returns jsonb
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit('paper.opened', p_paper.artist_id, p_detail || jsonb_build_object('paper', p_paper.id));
  return jsonb_build_object('path', p_paper.path);
end
$$;
comment on function private.note_look(private.papers, jsonb) is 'Notes who opens a certificate, which opens its file to them for five minutes.';

create function private.admin_open_paper(p_id uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_paper private.papers;
begin
  perform private.require_admin();
  select * into v_paper from private.papers p where p.id = p_id;
  if v_paper.id is null then perform private.fail('paper_refused'); end if;
  return private.note_look(v_paper, '{"by": "admin"}');
end
$$;
comment on function private.admin_open_paper(uuid) is
  'Where the file of a certificate is: {path}; the caller reads it for five minutes. Noted. Admins only.';

create function private.agreed_artist(p_lead uuid, p_artist uuid, p_token text) returns public.artists
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_artist public.artists;
begin
  select a.* into v_artist from public.artists a
    where a.id = p_artist and private.has_agreed(p_lead, a.id)
      and case when p_token is not null then private.request_by_token(p_token) = p_lead
        else exists (select from public.lead_records l where l.id = p_lead and l.created_by_user = auth.uid()) end;
  -- One answer for a stranger, another client, and one who chose another artist.
  if v_artist.id is null then perform private.fail('paper_refused'); end if;
  return v_artist;
end
$$;
comment on function private.agreed_artist(uuid, uuid, text) is
  'The artist whose proposal the caller, by account or by the token of the link, has accepted; refuses everybody else in the same words.';

create function private.agreed_papers(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_artist public.artists := private.agreed_artist(p_lead, p_artist, p_token);
begin
  return jsonb_build_object('insured', v_artist.insured, 'insured_to', v_artist.insured_to);
end
$$;
comment on function private.agreed_papers(uuid, uuid, text) is
  'What a client may know of the papers of the artist whose proposal they accepted: {insured, insured_to}.';

create function private.open_certificate(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist public.artists := private.agreed_artist(p_lead, p_artist, p_token);
  v_paper private.papers;
begin
  select * into v_paper from private.papers p where p.artist_id = v_artist.id and p.state = 'checked';
  if v_paper.id is null then perform private.fail('paper_refused'); end if;
  perform private.rate_limit('paper_look', p_lead::text, private.setting_int('paper_look_limit'), interval '1 day');
  return private.note_look(v_paper, jsonb_build_object('by', 'client', 'lead', p_lead));
end
$$;
comment on function private.open_certificate(uuid, uuid, text) is
  'Where the checked certificate of the artist is whose proposal the caller accepted: {path}; they read it for five minutes. Noted.';

create function private.needs_papers(p_rows int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('total', (select count(*) from private.papers p where p.state = 'sent'), 'rows', coalesce((
    select jsonb_agg(to_jsonb(p) - 'artist_id' || jsonb_build_object('artist', a.name, 'own', coalesce(a.user_id = auth.uid(), false))
      order by p.created_at, p.id)
    from (select s.* from private.papers s where s.state = 'sent' order by s.created_at, s.id limit p_rows) p
    join public.artists a on a.id = p.artist_id), '[]'))
$$;
comment on function private.needs_papers(int) is 'Certificates that wait for an admin, the first of them first.';

grant execute on function private.papers_i_see() to anon, authenticated;
grant execute on function private.may_add_paper(text, text) to authenticated;
