-- Which events write mails. Triggers, so that every way in which an event comes about writes them. What is dated back
-- (demo data, imports) is no news.
create function private.confirm_request(p_lead uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  -- Who has offers to choose from gets one mail, which says what they chose, unless that takes them too long.
  perform private.mail_side('request_confirmed', p_lead::text, p_lead, null, jsonb_build_object('reference', l.reference),
      now() + case when exists (select from private.request_offers o where o.lead_id = p_lead)
          and not exists (select from public.lead_assignments a where a.lead_id = p_lead)
        then make_interval(secs => private.setting_int('mail_choice_seconds')) else interval '0' end)
    from public.lead_records l where l.id = p_lead and l.withdrawn_at is null;
end
$$;
comment on function private.confirm_request(uuid) is 'Notes the mail that says to the client that the request is there, with its link and its reference.';

create function private.mail_new_request() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead public.lead_records;
begin
  select * into v_lead from public.lead_records l where l.id = new.lead_id;
  if v_lead.id is null or new.created_at < now() then return null; end if;
  if v_lead.held then
    -- One an hour and admin: a flood is held so that it troubles nobody.
    perform private.mail_admins('lead_held', to_char(now() at time zone 'utc', 'YYYY-MM-DD HH24'), v_lead.id,
      jsonb_build_object('reason', (select r.held_reason from private.request_reasons r where r.lead_id = v_lead.id)));
    return null;
  end if;
  perform private.confirm_request(v_lead.id);
  if not exists (select from private.request_offers o where o.lead_id = v_lead.id)
     and not exists (select from public.lead_assignments a where a.lead_id = v_lead.id) then
    perform private.mail_admins('request_unmatched', v_lead.id::text, v_lead.id);
  end if;
  return null;
end
$$;
comment on function private.mail_new_request() is
  'A form was stored: tells who sent it, and admins when no artist fits or it is held. A held one tells its sender nothing, so that nobody can make the product write to strangers in a flood.';

-- At the end of the transaction: the key of a form is registered before the request and its offers are there.
create constraint trigger mail_new_request after insert on private.request_intake
  deferrable initially deferred for each row execute function private.mail_new_request();

create function private.mail_assigned_artists(p_lead uuid) returns void
  language sql security definer set search_path = '' as $$
  select private.mail_side('lead_received', p_lead || ':' || s.artist_id, p_lead, s.artist_id) from public.lead_assignments s where s.lead_id = p_lead
$$;
comment on function private.mail_assigned_artists(uuid) is 'Notes the mails to the artists who have a lead; each gets one for each lead.';

create function private.mail_assignments() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead public.lead_records;
  v_artists uuid[];
begin
  -- No admin need look for an artist.
  update public.notices n set read_at = now()
    where n.lead_id in (select m.lead_id from made m) and n.kind = 'request_unmatched' and n.read_at is null;
  insert into private.reminders (lead_id, artist_id, kind, due_at)
    select n.lead_id, n.artist_id, k.kind, private.clock() + k.after
    from made n, (values ('lead_waiting', interval '24 hours'), ('request_waiting', interval '48 hours'), ('expiry', interval '7 days'))
      k (kind, after)
    where n.created_at >= now();
  for v_lead in
    select l.* from public.lead_records l
    where not l.held and l.id in (select n.lead_id from made n where n.created_at >= now())
    order by l.id
  loop
    perform private.mail_assigned_artists(v_lead.id);
    -- A request that comes with its artist says so itself.
    continue when v_lead.created_at >= now();
    -- Unless it waits for the day on which its address may get one more.
    update private.mails m set next_attempt_at = case
        when m.next_attempt_at <= now() + make_interval(secs => private.setting_int('mail_choice_seconds')) then now() else m.next_attempt_at end
      where m.event = 'request_confirmed:' || v_lead.id and m.state = 'waiting' and m.attempts = 0;
    if found then
      perform pg_notify('mails', '');
      continue;
    end if;
    select array_agg(n.artist_id order by n.artist_id) into v_artists from made n where n.lead_id = v_lead.id;
    perform private.mail_side('request_assigned', v_lead.id || ':' || md5(v_artists::text), v_lead.id, null,
      jsonb_build_object('artist_ids', v_artists));
  end loop;
  return null;
end
$$;
comment on function private.mail_assignments() is
  'A lead was given to artists: tells them, and who asked, in the confirmation when that has not left yet, and plans what happens when they do not answer.';

create trigger lead_assignments_mail after insert on public.lead_assignments referencing new table as made
  for each statement execute function private.mail_assignments();

create function private.mail_released() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.notices n set read_at = now() where n.lead_id = new.id and n.kind = 'lead_held' and n.read_at is null;
  perform private.mail_assigned_artists(new.id);
  perform private.confirm_request(new.id);
  perform private.mail_admins('lead_released', new.id::text, new.id, '{}', auth.uid());
  return null;
end
$$;
comment on function private.mail_released() is 'A held lead was released: what its arrival would have told, and the other admins.';

create trigger lead_records_mail_released after update of held on public.lead_records
  for each row when (old.held and not new.held) execute function private.mail_released();

create function private.mail_welcome() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_mail('artist_welcome', u.id::text, u.id)
    from auth.users u join public.user_roles r on r.user_id = u.id and r.role = 'artist'
    where u.id = (to_jsonb(new) ->> tg_argv[0])::uuid and u.email_confirmed_at is not null and u.email <> ''
      -- Who gets the role later has been here. The time of an account comes from whatever made it, another clock than this one.
      and (tg_table_name = 'users' or u.created_at > now() - interval '1 hour');
  return null;
end
$$;
comment on function private.mail_welcome() is
  'Welcomes an artist who has just signed up, or whose address was confirmed after that, once.';

create trigger user_roles_mail_welcome after insert on public.user_roles
  for each row when (new.role = 'artist') execute function private.mail_welcome('user_id');
create trigger mail_confirmed_artist after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.mail_welcome('id');

create function private.mail_account_deleted() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if old.email_confirmed_at is not null and private.valid_email(old.email) and char_length(old.email) <= 255 then
    perform private.write_mail('account_deleted', old.id::text, null, old.email, p_locale => private.metadata_locale(old.raw_user_meta_data));
  end if;
  return null;
end
$$;
comment on function private.mail_account_deleted() is
  'Tells the address of an account that it is gone. The row goes once the mail has left; no other mail to the person stays.';

create trigger mail_account_deleted after delete on auth.users
  for each row execute function private.mail_account_deleted();

-- What a mail says is read when it leaves.
create function private.mail_about(p_mail private.mails) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_data jsonb := p_mail.payload;
begin
  if p_mail.lead_id is not null then
    -- Who asked is not among it: an artist who may know looks at the page, which masks what the specification masks.
    v_data := v_data || (
      select jsonb_build_object('lead', jsonb_build_object('id', l.id, 'kind', l.kind, 'city', l.city,
          'project_description', l.project_description, 'mural_size', l.mural_size, 'surface_type', l.surface_type,
          'style_preference', l.style_preference, 'budget_range', l.budget_range,
          'account', l.created_by_user is not null,
          'liked', (select coalesce(jsonb_agg(m.title order by x.at), '[]') from public.request_details d
            cross join lateral unnest(d.mural_ids) with ordinality x (id, at)
            join public.murals m on m.id = x.id and m.public_visible where d.lead_id = l.id)),
        'artists', coalesce((
          select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by s.created_at, a.name)
          from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = l.id), '[]'),
        'offers', (select count(*) from private.open_offers(l.id)))
      from public.lead_records l
      where l.id = p_mail.lead_id and exists (select from public.lead_contacts c where c.lead_id = l.id)
        and (p_mail.artist_id is null or exists (
          select from public.lead_assignments s where s.lead_id = l.id and s.artist_id = p_mail.artist_id)));
  end if;
  if p_mail.artist_id is not null then
    v_data := v_data || (
      select jsonb_build_object('artist', jsonb_build_object('id', a.id, 'name', a.name,
        'slug', case when a.public_visible then a.slug end))
      from public.artists a where a.id = p_mail.artist_id);
  end if;
  if p_mail.kind in ('lead_waiting', 'request_waiting') then v_data := v_data || private.waiting_data(p_mail); end if;
  return v_data;
end
$$;
comment on function private.mail_about(private.mails) is
  'What a mail is about, as it is now: its payload, the request without a person, who has it. Null when that is gone.';

create function private.message_data(p_mail private.mails) returns jsonb
  language sql stable security definer set search_path = '' as $$
  -- The latest five, the oldest of them first. A mail shows no picture: it would be out of the hands of both.
  select case when count(*) > 0 then jsonb_build_object('messages', jsonb_agg(
      concat_ws(E'\n', nullif(left(u.body, 600), ''),
        case u.pictures when 0 then null when 1 then '1 photo' else u.pictures || ' photos' end) order by u.position),
      'count', max(u.total)) end
  from (
    select m.body, m.pictures, m.position, count(*) over () as total
    from public.lead_messages m join public.lead_assignments a on a.lead_id = m.lead_id and a.artist_id = m.artist_id
    where m.lead_id = p_mail.lead_id and m.artist_id = p_mail.artist_id
      and case p_mail.kind when 'lead_message' then m.sender = 'client' and m.position > a.artist_read
        else m.sender = 'artist' and m.position > a.client_read end
      and not exists (select from private.conversation_reports r where r.lead_id = m.lead_id and r.artist_id = m.artist_id)
    order by m.position desc limit 5) u
$$;
comment on function private.message_data(private.mails) is 'What a mail about messages shows: those that are still unread. Null when all are read.';

create function private.agreement_mail(p_mail private.mails) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select case p_mail.kind
    -- The last that was asked for: one email may stand for two presses.
    when 'request_signing_code' then (
      select jsonb_build_object('code', private.proof_code(c.id), 'act', c.act, 'version', v.version,
        'price', v.body::jsonb -> 'price')
      from private.proof_codes c
      left join private.agreement_versions v on v.lead_id = c.lead_id and v.artist_id = c.artist_id and v.hash = c.hash
      where c.lead_id = p_mail.lead_id and c.created_at > private.clock() - interval '15 minutes' order by v.version desc limit 1)
    else (
      select jsonb_build_object('agreement', private.agreement_version_line(v) || jsonb_build_object('change', a.change, 'ended_reason', a.ended_reason))
      from private.agreements a join private.agreement_versions v
        on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = coalesce(
          case when p_mail.kind like '%in\_force' then a.in_force end, a.version)
      where a.lead_id = p_mail.lead_id and a.artist_id = p_mail.artist_id) end
$$;
comment on function private.agreement_mail(private.mails) is 'What an email about an agreement shows, as it is now.';

create function private.payment_mail(p_mail private.mails) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('payment', jsonb_build_object('label', private.part_label(p), 'amount', p.amount, 'note', n.note,
    'paid', n.amount, 'how', n.how, 'paid_on', n.paid_on, 'rest', (
      select coalesce(sum(w.amount), 0) from private.payment_parts w
      where p.state = 'received' and w.lead_id = p.lead_id and w.artist_id = p.artist_id and w.dropped_at is null
        and coalesce(w.rest_of, w.id) = coalesce(p.rest_of, p.id) and w.state not in ('received', 'waived'))),
    -- Whether the page says how to pay.
    'payable', private.payments_data(p.lead_id, p.artist_id, 'client') ->> 'how_to_pay' is not null)
  from private.payment_parts p
  left join lateral (
    select * from private.payment_notes x
    where x.part_id = p.id and x.actor = case when p_mail.kind like 'lead\_%' then 'client' else 'artist' end
      and x.event = case p_mail.kind when 'request_payment_asked' then 'ask' when 'request_payment_received' then 'receive'
        when 'request_payment_waived' then 'waive' when 'lead_payment_reported' then 'report' else 'dispute' end
    order by x.id desc limit 1) n on p_mail.kind <> 'request_payment_reminder'
  where p.id = (p_mail.payload ->> 'part')::uuid
    and (p.state in ('due', 'asked') or p_mail.kind not in ('request_payment_asked', 'request_payment_reminder'))
$$;
comment on function private.payment_mail(private.mails) is
  'What an email about a part of the price shows, with the last that was said. Null where nobody waits for the money any more, or the agreement is gone.';

create function private.mail_details(p_mail private.mails) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when p_mail.kind in ('lead_message', 'request_message') then private.message_data(p_mail)
    when p_mail.kind = 'request_proposal' then (
      select jsonb_build_object('proposal', to_jsonb(p) - 'lead_id') from public.proposals p
      where p.lead_id = p_mail.lead_id and p.artist_id = p_mail.artist_id and p.state = 'open')
    -- Null where it was stopped or asked for anew.
    when p_mail.kind = 'request_address_change' then (
      select jsonb_build_object('at', a.takes_effect_at) from private.address_changes a
      where a.lead_id = p_mail.lead_id and (lower(a.email) = lower(p_mail.address)) = (p_mail.payload ? 'asked'))
    when p_mail.kind = 'request_signing_code' or p_mail.kind like '%\_agreement\_%' then private.agreement_mail(p_mail)
    when p_mail.kind like '%\_payment\_%' then private.payment_mail(p_mail)
    when p_mail.kind like '%\_copy\_kept' then (
      select jsonb_build_object('copy', jsonb_build_object('cause', j.cause, 'reference', j.reference, 'expires_at', j.expires_at,
        'artist', j.body ->> 'artist', 'client', j.body ->> 'client', 'hash', j.body #>> '{agreement,versions,0,hash}'))
      from private.sealed_jobs j where j.id = (p_mail.payload ->> 'copy')::uuid)
    when p_mail.kind in ('request_declined', 'request_expired') then jsonb_build_object(
      'reason', (select e.reason from public.assignment_events e
        where e.lead_id = p_mail.lead_id and e.artist_id = p_mail.artist_id and e.event = 'decline' order by e.id desc limit 1),
      'matches', private.request_data(p_mail.lead_id) -> 'matches')
    when p_mail.kind in ('lead_called_off', 'request_called_off') then (
      select private.called_off_line(s) from public.lead_assignments s
      where s.lead_id = p_mail.lead_id and s.artist_id = p_mail.artist_id)
    when p_mail.kind in ('lead_reviewed', 'request_replied', 'lead_review_hidden', 'request_review_hidden') then (
      select jsonb_build_object('review', private.review_line(r, null)) from private.review_checks c join public.reviews r on r.id = c.review_id
      where c.lead_id = p_mail.lead_id and c.artist_id = p_mail.artist_id
        and (r.hidden_at is not null) = (p_mail.kind in ('lead_review_hidden', 'request_review_hidden')))
    when p_mail.kind = 'request_sketch' then jsonb_build_object('on_wall', coalesce((
      select exists (select from storage.objects o where o.bucket_id = 'lead-photos' and o.name = v.wall)
      from private.sketch_versions v where v.lead_id = p_mail.lead_id and v.artist_id = p_mail.artist_id
      order by v.number desc limit 1), false))
    when p_mail.kind like 'paper\_%' then (
      select jsonb_build_object('ends_on', p.ends_on) || jsonb_strip_nulls(jsonb_build_object('reason', p.reason)) from private.papers p
      where p.id = (p_mail.payload ->> 'paper')::uuid
        and p.state = case p_mail.kind when 'paper_sent' then 'sent' when 'paper_refused' then 'refused' else 'checked' end)
    when p_mail.kind = 'mural_hidden' then (
      select jsonb_build_object('title', m.title, 'reason', m.hidden_reason) from public.murals m
      where m.id = (p_mail.payload ->> 'mural')::uuid and m.hidden_at is not null)
    -- Null where an admin has decided before the mail left.
    when p_mail.kind = 'picture_reported' then (
      select jsonb_build_object('reason', r.reason, 'words', r.words, 'page', r.page) from private.picture_reports r
      where r.picture = p_mail.payload ->> 'picture' and r.decision is null order by r.created_at desc, r.id limit 1)
    else '{}' end;
end
$$;
comment on function private.mail_details(private.mails) is
  'What a kind of mail shows beside its subject, as it is now; null when there is no reason for it any more, as where a review was taken back, or shown again, before the mail left.';

create function private.mail_data(p_mail private.mails) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_to text := coalesce(p_mail.address, (select nullif(u.email, '') from auth.users u where u.id = p_mail.user_id));
  v_kind private.mail_kinds;
  v_data jsonb;
begin
  select * into v_kind from private.mail_kinds k where k.kind = p_mail.kind;
  if v_kind.kind in ('artist_invited', 'claim_check') then
    v_data := private.claim_data(p_mail);
  elsif v_kind.kind in ('newsletter_confirm', 'newsletter_issue') then
    v_data := private.newsletter_data(p_mail);
  -- Nothing of the request itself: it may be gone, and so may who it was.
  elsif v_kind.kind in ('request_acted', 'artist_acted') then
    v_data := p_mail.payload;
  else
    if v_kind.kind = 'digest' then
      v_data := private.digest_data(p_mail);
    -- Not what an account wants no mails about any more.
    elsif p_mail.user_id is null or private.notice_mode(p_mail.user_id, v_kind.topic) <> 'here' then
      v_data := private.mail_about(p_mail) || private.mail_details(p_mail);
    end if;
    if v_kind.optional and p_mail.user_id is not null then
      v_data := v_data || jsonb_build_object('unsubscribe', private.unsubscribe_token(p_mail.user_id, v_kind.topic));
    end if;
  end if;
  if v_data is null or v_to is null then return v_data; end if;
  if p_mail.lead_id is not null and private.is_to_client(p_mail.kind) then
    -- src/config/paths.ts has the same. Behind #: no server, log or referrer ever has the token.
    v_data := v_data || jsonb_build_object('link', '/request#' || private.link_token(p_mail.lead_id, v_to));
  end if;
  return case when private.is_known_recipient(p_mail.user_id, v_to) then v_data else private.plain_data(p_mail.kind, v_data) end;
end
$$;
comment on function private.mail_data(private.mails) is
  'What an email shows to its recipient, as it is now, and the link of their own request; without anybody''s words where the address is not proven. Null when it is not wanted any more, or what it is about is gone.';
