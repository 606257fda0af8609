set check_function_bodies = off;

set local check_function_bodies = off;

CREATE TABLE "private"."paper_moves" ("event" text NOT NULL, "actor" text NOT NULL, "state" text NOT NULL, "becomes" text NOT NULL, CONSTRAINT "paper_moves_actor_check" CHECK ((actor = ANY (ARRAY['artist'::text, 'admin'::text, 'system'::text]))), CONSTRAINT "paper_moves_event_check" CHECK ((event ~ '^[a-z]+$'::text)), CONSTRAINT "paper_moves_pkey" PRIMARY KEY (event, actor, state));

ALTER TABLE "private"."paper_moves" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."papers" ("id" uuid NOT NULL, "artist_id" uuid NOT NULL, "path" text NOT NULL, "insurer" text NOT NULL, "amount" integer NOT NULL, "ends_on" date NOT NULL, "state" text NOT NULL DEFAULT 'sent'::text, "reason" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "decided_at" timestamp with time zone, CONSTRAINT "papers_amount_check" CHECK (((amount >= 1) AND (amount <= 100000000))), CONSTRAINT "papers_path_key" UNIQUE (path), CONSTRAINT "papers_pkey" PRIMARY KEY (id), CONSTRAINT "papers_reason_check" CHECK ((char_length(reason) <= 500)), CONSTRAINT "papers_state_check" CHECK ((state = ANY (ARRAY['sent'::text, 'checked'::text, 'refused'::text, 'ended'::text]))), CONSTRAINT "papers_insurer_check" CHECK (((insurer = private.one_line(insurer)) AND ((char_length(insurer) >= 1) AND (char_length(insurer) <= 100)))));

ALTER TABLE "private"."papers" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."artists" ADD COLUMN "insured_to" date;

CREATE OR REPLACE FUNCTION private.admin_needs(p_rows integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- What is older is past helping; the lists of requests have it.
  c_days constant int := 30;
  v_rows int := least(greatest(coalesce(p_rows, 5), 1), 50);
  v_from timestamptz := private.clock() - make_interval(days => c_days);
begin
  perform private.require_admin();
  return private.needs_requests(v_rows, v_from) || jsonb_build_object(
    'threads', private.needs_conversations(v_rows),
    'pictures', private.admin_list_picture_reports('', 'open', 'created_at', true, v_rows, 0),
    'reviews', private.admin_list_reviews('', 'disputed', 'created_at', true, v_rows, 0),
    'claims', private.needs_claims(v_rows),
    'papers', private.needs_papers(v_rows),
    'mails', private.needs_mails(v_rows));
end
$function$;

CREATE OR REPLACE FUNCTION private.admin_open_paper(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_paper private.papers;
begin
  perform private.require_admin();
  select * into v_paper from private.papers p where p.id = p_id;
  if v_paper.id is null then perform private.fail('paper_refused'); end if;
  return private.note_look(v_paper, '{"by": "admin"}');
end
$function$;

CREATE OR REPLACE FUNCTION private.agreed_artist(p_lead uuid, p_artist uuid, p_token text)
 RETURNS public.artists
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists;
begin
  select a.* into v_artist from public.artists a
    where a.id = p_artist and private.has_agreed(p_lead, a.id)
      and case when p_token is not null then private.request_by_token(p_token) = p_lead
        else exists (select from public.lead_records l where l.id = p_lead and l.created_by_user = auth.uid()) end;
  -- One answer for a stranger, another client, and one who chose somebody else.
  if v_artist.id is null then perform private.fail('paper_refused'); end if;
  return v_artist;
end
$function$;

CREATE OR REPLACE FUNCTION private.agreed_papers(p_lead uuid, p_artist uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists := private.agreed_artist(p_lead, p_artist, p_token);
begin
  return jsonb_build_object('insured', v_artist.insured, 'insured_to', v_artist.insured_to);
end
$function$;

CREATE OR REPLACE FUNCTION private.artist_day(p_city_slug text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (private.clock() at time zone
    case when p_city_slug in ('el-paso-tx', 'socorro-tx', 'horizon-city-tx', 'anthony-tx', 'san-elizario-tx', 'van-horn-tx', 'sierra-blanca-tx')
      then 'America/Denver' else 'America/Chicago' end)::date;
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_artist()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_what text;
begin
  -- Owners edit their own profile all day; only what an admin does to somebody's profile is noted.
  if auth.uid() is null or auth.uid() is not distinct from new.user_id then return null; end if;
  foreach v_what in array array['featured', 'public_visible'] loop
    if to_jsonb(new) -> v_what <> to_jsonb(old) -> v_what then
      perform private.audit(case v_what when 'featured' then 'artist.featured' else 'artist.visibility' end, new.id,
        jsonb_build_object('name', new.name, 'to', to_jsonb(new) -> v_what));
    end if;
  end loop;
  if to_jsonb(new) - '{featured,public_visible,insured_to,updated_at}'::text[]
      <> to_jsonb(old) - '{featured,public_visible,insured_to,updated_at}'::text[] then
    perform private.audit('artist.profile', new.id, jsonb_build_object('name', new.name));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.decide_paper(p_id uuid, p_accept boolean, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason text := private.clean_or_null(p_reason);
  v_state text := case when p_accept then 'checked' else 'refused' end;
  v_artist public.artists;
  v_paper private.papers;
  v_old private.papers;
begin
  perform private.require_admin();
  if p_accept is null then perform private.fail('invalid_input'); end if;
  if not p_accept and v_reason is null then perform private.fail('reason_required'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  -- The artist first, as whoever sends one.
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
  perform private.move_paper(v_paper, case when p_accept then 'check' else 'refuse' end, 'admin', case when not p_accept then v_reason end);
  update public.notices n set read_at = now() where n.event = 'paper_sent:' || p_id and n.read_at is null;
  if v_artist.user_id is not null then
    perform private.write_mail('paper_' || v_state, p_id::text, v_artist.user_id, null, null, v_artist.id,
      jsonb_build_object('paper', p_id));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_file_of_paper()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.delete_paper_files(array[old.path]);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_paper_files(p_names text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- As in `private.delete_uploads`.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'papers' and o.name = any (p_names);
  perform set_config('storage.allow_delete_query', 'false', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_papers_of_artist()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.delete_paper_files(array(
    select o.name from storage.objects o where o.bucket_id = 'papers' and o.name like old.id || '/%'));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_stray_papers()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.delete_paper_files(array(
    select o.name from storage.objects o where o.bucket_id = 'papers' and o.created_at < now() - interval '1 day'
      and not exists (select from private.papers p where p.path = o.name)));
end
$function$;

CREATE OR REPLACE FUNCTION private.end_papers()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.has_agreed(p_lead uuid, p_artist uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.lead_assignments s
    join public.proposals p on p.lead_id = s.lead_id and p.artist_id = s.artist_id and p.state = 'accepted'
    join public.lead_contacts c on c.lead_id = s.lead_id
    where s.lead_id = p_lead and s.artist_id = p_artist and s.state in ('accepted', 'completed'))
$function$;

CREATE OR REPLACE FUNCTION private.keep_papers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.bucket_id <> 'papers' then return new; end if;
  perform from public.artists a where a.id::text = split_part(new.name, '/', 1) for key share;
  if not found then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_details(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case
    when p_mail.kind in ('lead_message', 'request_message') then private.message_data(p_mail)
    when p_mail.kind = 'request_proposal' then (
      select jsonb_build_object('proposal', private.proposal_line(p)) from public.proposals p
      where p.lead_id = p_mail.lead_id and p.artist_id = p_mail.artist_id and p.state = 'open')
    when p_mail.kind in ('request_declined', 'request_expired') then jsonb_build_object(
      'reason', (select e.reason from public.assignment_events e
        where e.lead_id = p_mail.lead_id and e.artist_id = p_mail.artist_id and e.event = 'decline' order by e.id desc limit 1),
      'matches', private.request_data(p_mail.lead_id) -> 'matches')
    when p_mail.kind in ('lead_reviewed', 'request_replied', 'lead_review_hidden', 'request_review_hidden') then (
      select jsonb_build_object('review', private.review_line(r, null)) from private.review_checks c join public.reviews r on r.id = c.review_id
      where c.lead_id = p_mail.lead_id and c.artist_id = p_mail.artist_id
        and (r.hidden_at is not null) = (p_mail.kind in ('lead_review_hidden', 'request_review_hidden')))
    when p_mail.kind like 'paper\_%' then private.paper_mail(p_mail)
    when p_mail.kind = 'mural_hidden' then (
      select jsonb_build_object('title', m.title, 'reason', m.hidden_reason) from public.murals m
      where m.id = (p_mail.payload ->> 'mural')::uuid and m.hidden_at is not null)
    -- Null where somebody has decided before the mail left.
    when p_mail.kind = 'picture_reported' then (
      select jsonb_build_object('reason', r.reason, 'words', r.words, 'page', r.page) from private.picture_reports r
      where r.picture = p_mail.payload ->> 'picture' and r.decision is null order by r.created_at desc, r.id limit 1)
    else '{}' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_add_paper(p_bucket text, p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return p_bucket = 'papers' and private.my_role() = 'artist' and p_name ~ concat('^', private.my_artist_id(),
      '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(pdf|webp|jpg)$')
    and (select count(*) from storage.objects o where o.bucket_id = 'papers' and o.name like private.my_artist_id() || '/%') < 8;
end
$function$;

CREATE OR REPLACE FUNCTION private.move_paper(p_paper private.papers, p_event text, p_actor text, p_reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_becomes text := (
    select m.becomes from private.paper_moves m where m.event = p_event and m.actor = p_actor and m.state = p_paper.state);
begin
  if v_becomes is null then perform private.fail('move_refused'); end if;
  if v_becomes = 'removed' then
    delete from private.papers p where p.id = p_paper.id;
  else
    update private.papers p set state = v_becomes, reason = p_reason,
      decided_at = case p_actor when 'admin' then now() else p.decided_at end where p.id = p_paper.id;
  end if;
  perform private.audit('paper.' || v_becomes, p_paper.artist_id,
    jsonb_build_object('paper', p_paper.id, 'by', p_actor, 'from', p_paper.state));
end
$function$;

CREATE OR REPLACE FUNCTION private.my_locked_artist()
 RETURNS public.artists
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists;
begin
  select * into v_artist from public.artists a where a.user_id = auth.uid() for update;
  if v_artist.id is null then perform private.fail('not_allowed'); end if;
  return v_artist;
end
$function$;

CREATE OR REPLACE FUNCTION private.my_papers()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.paper_line(p) order by p.created_at desc, p.id), '[]')
  from private.papers p where p.artist_id = private.my_artist_id()
$function$;

CREATE OR REPLACE FUNCTION private.needs_papers(p_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('total', (select count(*) from private.papers p where p.state = 'sent'), 'rows', coalesce((
    select jsonb_agg(private.paper_line(p) || jsonb_build_object('artist', a.name, 'own', coalesce(a.user_id = auth.uid(), false))
      order by p.created_at, p.id)
    from (select s.* from private.papers s where s.state = 'sent' order by s.created_at, s.id limit p_rows) p
    join public.artists a on a.id = p.artist_id), '[]'))
$function$;

CREATE OR REPLACE FUNCTION private.note_look(p_paper private.papers, p_detail jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit('paper.opened', p_paper.artist_id, p_detail || jsonb_build_object('paper', p_paper.id));
  return jsonb_build_object('path', p_paper.path);
end
$function$;

CREATE OR REPLACE FUNCTION private.open_certificate(p_lead uuid, p_artist uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists := private.agreed_artist(p_lead, p_artist, p_token);
  v_paper private.papers;
begin
  select * into v_paper from private.papers p where p.artist_id = v_artist.id and p.state = 'checked';
  if v_paper.id is null then perform private.fail('paper_refused'); end if;
  perform private.rate_limit('paper_look', p_lead::text, private.setting_int('paper_look_limit'), interval '1 day');
  return private.note_look(v_paper, jsonb_build_object('by', 'client', 'lead', p_lead));
end
$function$;

CREATE OR REPLACE FUNCTION private.paper_line(p_paper private.papers)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(p_paper) - 'artist_id'
$function$;

CREATE OR REPLACE FUNCTION private.paper_mail(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('ends_on', p.ends_on) || case when p.reason is null then '{}' else jsonb_build_object('reason', p.reason) end
  from private.papers p
  where p.id = (p_mail.payload ->> 'paper')::uuid
    and p.state = case p_mail.kind when 'paper_sent' then 'sent' when 'paper_refused' then 'refused' else 'checked' end
$function$;

CREATE OR REPLACE FUNCTION private.papers_i_see()
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 4
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.request_by_token(private.request_header('x-request-token'));
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
$function$;

CREATE OR REPLACE FUNCTION private.remove_paper(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists := private.my_locked_artist();
  v_paper private.papers;
begin
  select * into v_paper from private.papers p where p.id = p_id and p.artist_id = v_artist.id for update;
  if v_paper.id is not null then perform private.move_paper(v_paper, 'remove', 'artist'); end if;
  return private.my_papers();
end
$function$;

CREATE OR REPLACE FUNCTION private.send_certificate(p_id uuid, p_path text, p_insurer text, p_amount integer, p_ends_on date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists := private.my_locked_artist();
  v_insurer text := private.one_line(p_insurer);
  v_old private.papers;
begin
  if exists (select from private.papers p where p.id = p_id and p.artist_id = v_artist.id) then return private.my_papers(); end if;
  if coalesce(v_insurer, '') = '' then perform private.fail('insurer_required'); end if;
  if char_length(v_insurer) > 100 then perform private.fail('insurer_too_long'); end if;
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
  perform private.write_mail('paper_sent', p_id::text, r.user_id, null, null, v_artist.id, jsonb_build_object('paper', p_id))
    from public.user_roles r where r.role = 'admin';
  return private.my_papers();
end
$function$;

CREATE OR REPLACE FUNCTION private.sync_checked_insurance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := case tg_op when 'DELETE' then old.artist_id else new.artist_id end;
  v_to date := (select p.ends_on from private.papers p where p.artist_id = v_artist and p.state = 'checked');
begin
  update public.artists a set insured_to = v_to where a.id = v_artist and a.insured_to is distinct from v_to;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_open_paper(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.admin_open_paper(p_id)
$function$;

CREATE OR REPLACE FUNCTION public.agreed_papers(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.agreed_papers(p_lead, p_artist, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.decide_paper(p_id uuid, p_accept boolean, p_reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.decide_paper(p_id, p_accept, p_reason)
$function$;

CREATE OR REPLACE FUNCTION public.my_papers()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.my_papers()
$function$;

CREATE OR REPLACE FUNCTION public.open_certificate(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.open_certificate(p_lead, p_artist, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.remove_paper(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.remove_paper(p_id)
$function$;

CREATE OR REPLACE FUNCTION public.send_certificate(p_id uuid, p_path text, p_insurer text, p_amount integer, p_ends_on date)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.send_certificate(p_id, p_path, p_insurer, p_amount, p_ends_on)
$function$;

ALTER TABLE "private"."papers" ADD CONSTRAINT "papers_artist_id_fkey" FOREIGN KEY (artist_id) REFERENCES public.artists(id) ON DELETE CASCADE;

CREATE INDEX papers_artist_idx ON private.papers USING btree (artist_id);

CREATE UNIQUE INDEX papers_checked_idx ON private.papers USING btree (artist_id) WHERE (state = 'checked'::text);

CREATE INDEX papers_ends_idx ON private.papers USING btree (ends_on) WHERE (state = ANY (ARRAY['sent'::text, 'checked'::text]));

CREATE UNIQUE INDEX papers_sent_idx ON private.papers USING btree (artist_id) WHERE (state = 'sent'::text);

CREATE TRIGGER papers_delete_file AFTER DELETE ON private.papers FOR EACH ROW EXECUTE FUNCTION private.delete_file_of_paper();

CREATE TRIGGER papers_sync_checked_insurance AFTER INSERT OR DELETE OR UPDATE OF state ON private.papers FOR EACH ROW EXECUTE FUNCTION private.sync_checked_insurance();

CREATE TRIGGER artists_papers AFTER DELETE ON public.artists FOR EACH ROW EXECUTE FUNCTION private.delete_papers_of_artist();

CREATE TRIGGER objects_of_papers BEFORE INSERT OR UPDATE OF bucket_id, name ON storage.objects FOR EACH ROW EXECUTE FUNCTION private.keep_papers();

CREATE POLICY "papers_insert" ON "storage"."objects" FOR INSERT TO "authenticated" WITH CHECK (private.may_add_paper(bucket_id, name));

CREATE POLICY "papers_select_own" ON "storage"."objects" FOR SELECT TO "authenticated" USING (((bucket_id = 'papers'::text) AND (split_part(name, '/'::text, 1) = (( SELECT private.my_artist_id() AS my_artist_id))::text)));

CREATE POLICY "papers_select" ON "storage"."objects" FOR SELECT TO "anon", "authenticated" USING (((bucket_id = 'papers'::text) AND (name IN ( SELECT private.papers_i_see() AS papers_i_see))));

COMMENT ON COLUMN "public"."artists"."insured_to" IS 'To which day a certificate of liability insurance that an admin has checked is good; null for none. Nobody but what follows from certificates writes it.';

COMMENT ON FUNCTION "private"."admin_open_paper"(uuid) IS 'Opens a certificate for an admin: where its file is.';

COMMENT ON FUNCTION "private"."agreed_artist"(uuid, uuid, text) IS 'The artist whose proposal the caller, by account or by the token of the link, has accepted; refuses everybody else in the same words.';

COMMENT ON FUNCTION "private"."agreed_papers"(uuid, uuid, text) IS 'What a client may know of the papers of the artist whom they have chosen.';

COMMENT ON FUNCTION "private"."artist_day"(text) IS 'Which day it is where an artist lives, by the city of the profile.';

COMMENT ON FUNCTION "private"."decide_paper"(uuid, boolean, text) IS 'An admin checks a certificate, or refuses it with a reason that its artist is told; nobody decides about their own. Again changes nothing.';

COMMENT ON FUNCTION "private"."delete_file_of_paper"() IS 'A certificate''s file goes with it, whatever takes that away: its artist, the next one, the account.';

COMMENT ON FUNCTION "private"."delete_paper_files"(text[]) IS 'Removes files of certificates.';

COMMENT ON FUNCTION "private"."delete_papers_of_artist"() IS 'What an artist stored and never sent goes with the profile.';

COMMENT ON FUNCTION "private"."delete_stray_papers"() IS 'Removes files that were stored a day ago and never sent.';

COMMENT ON FUNCTION "private"."end_papers"() IS 'Ends certificates on their day, at midnight where the artist lives, and tells artists 30 days before.';

COMMENT ON FUNCTION "private"."has_agreed"(uuid, uuid) IS 'Whether the client of a request has accepted a proposal of this artist, and that still counts.';

COMMENT ON FUNCTION "private"."keep_papers"() IS 'Refuses certificates of artists who are gone, whoever writes the row.';

COMMENT ON FUNCTION "private"."may_add_paper"(text, text) IS 'Whether the caller, an artist, may store a certificate of this name; eight at a time.';

COMMENT ON FUNCTION "private"."move_paper"(private.papers, text, text, text) IS 'Makes the one move that private.paper_moves has for an event, and notes it; refuses any other.';

COMMENT ON FUNCTION "private"."my_locked_artist"() IS 'The caller''s artist profile, locked, so that two devices take turns; refuses everybody else.';

COMMENT ON FUNCTION "private"."my_papers"() IS 'The caller''s certificates, the newest first.';

COMMENT ON FUNCTION "private"."needs_papers"(integer) IS 'Certificates that wait for an admin, the first of them first.';

COMMENT ON FUNCTION "private"."note_look"(private.papers, jsonb) IS 'Notes who opens a certificate, which opens its file to them for five minutes.';

COMMENT ON FUNCTION "private"."open_certificate"(uuid, uuid, text) IS 'Opens the checked certificate of the artist whose proposal the caller has accepted: where its file is.';

COMMENT ON FUNCTION "private"."paper_line"(private.papers) IS 'A certificate as its artist and admins see it.';

COMMENT ON FUNCTION "private"."paper_mail"(private.mails) IS 'What a mail shows of a certificate; null where it is another thing by now.';

COMMENT ON FUNCTION "private"."papers_i_see"() IS 'Files of certificates that the caller has opened within five minutes: an admin, or a client by account or by the token in the header x-request-token.';

COMMENT ON FUNCTION "private"."remove_paper"(uuid) IS 'Takes a certificate of the caller''s away, with its file. Again changes nothing.';

COMMENT ON FUNCTION "private"."send_certificate"(uuid, text, text, integer, date) IS 'Sends a certificate whose file is stored, in the place of any that is not checked, and tells admins. Again changes nothing.';

COMMENT ON FUNCTION "private"."sync_checked_insurance"() IS 'Keeps what pages say of an artist''s insurance: to when a checked certificate is good.';

COMMENT ON FUNCTION "public"."admin_needs"(integer) IS '{held, unassigned, unanswered, threads, pictures, claims, papers, mails}, each {total, rows}; the second and third with older, how many wait for more than 30 days. Admins only.';

COMMENT ON FUNCTION "public"."admin_open_paper"(uuid) IS 'Where the file of a certificate is: {path}; the caller reads it for five minutes. Noted. Admins only.';

COMMENT ON FUNCTION "public"."agreed_papers"(uuid, uuid, text) IS 'What a client sees of the papers of the artist whose proposal they accepted: {insured, insured_to}.';

COMMENT ON FUNCTION "public"."decide_paper"(uuid, boolean, text) IS 'Checks a certificate, or refuses it with a reason. Admins only.';

COMMENT ON FUNCTION "public"."my_papers"() IS 'The caller''s certificates of insurance: [{id, path, insurer, amount, ends_on, state, reason, created_at, decided_at}]. Artists only.';

COMMENT ON FUNCTION "public"."open_certificate"(uuid, uuid, text) IS 'Where the checked certificate of the artist whose proposal the caller accepted is: {path}; they read it for five minutes. Noted.';

COMMENT ON FUNCTION "public"."remove_paper"(uuid) IS 'Takes one of the caller''s certificates away; gives my_papers.';

COMMENT ON FUNCTION "public"."send_certificate"(uuid, text, text, integer, date) IS 'Sends a certificate whose file is in the bucket papers under {artist}/{p_id}.pdf, .webp or .jpg; gives my_papers. p_id makes it safe to repeat.';

COMMENT ON TABLE "private"."paper_moves" IS 'What each event makes of each state of a paper, and who may cause it; what is not in it is refused. src/features/papers/paper.ts has the same. removed: row and file go.';

COMMENT ON TABLE "private"."papers" IS 'Certificates of insurance as artists sent them, and what became of each. One that was removed or replaced is gone with its file.';

REVOKE ALL ON FUNCTION "private"."admin_open_paper"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."admin_open_paper"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."agreed_artist"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."agreed_papers"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agreed_papers"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."artist_day"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decide_paper"(uuid, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decide_paper"(uuid, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."delete_file_of_paper"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_paper_files"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_papers_of_artist"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_stray_papers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_papers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_agreed"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_papers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_add_paper"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_add_paper"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."move_paper"(private.papers, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."my_locked_artist"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."my_papers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_papers"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."needs_papers"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_look"(private.papers, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_certificate"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_certificate"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."paper_line"(private.papers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."paper_mail"(private.mails) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."papers_i_see"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."papers_i_see"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."remove_paper"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remove_paper"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."send_certificate"(uuid, text, text, integer, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_certificate"(uuid, text, text, integer, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."sync_checked_insurance"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."admin_open_paper"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_open_paper"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."agreed_papers"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."agreed_papers"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_paper"(uuid, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_paper"(uuid, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_papers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_papers"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_certificate"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_certificate"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_paper"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_paper"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_certificate"(uuid, text, text, integer, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_certificate"(uuid, text, text, integer, date) TO "authenticated";


insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"papers","every":"00:00:00","function":"end_papers","position":10}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"stray papers","every":"00:10:00","function":"delete_stray_papers","position":11}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"coverage_invalid","field":"amount","status":422,"message":"Coverage must be whole dollars from 1 to 100,000,000"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"insurance_end_invalid","field":"ends_on","status":422,"message":"Please choose a day from tomorrow on, within five years"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"insurer_required","field":"insurer","status":422,"message":"Please name the insurer"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"insurer_too_long","field":"insurer","status":422,"message":"Insurer must be at most 100 characters"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"paper_missing","field":"file","status":422,"message":"Please choose the certificate, a PDF or a photo"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"paper_refused","field":null,"status":404,"message":"There is no certificate for you here."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"papers","query":"\n    select to_jsonb(p) - ''artist_id'' from private.papers p where p.artist_id = private.my_artist_id()"}')
  on conflict (part) do update set query = excluded.query;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"paper_checked","topic":null,"linked":false,"notice":true,"counted":true,"optional":false,"wordless":true,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"paper_ending","topic":null,"linked":false,"notice":true,"counted":true,"optional":false,"wordless":true,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"paper_refused","topic":null,"linked":false,"notice":true,"counted":true,"optional":false,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"paper_sent","topic":"admin","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"admin","event":"check","state":"sent","becomes":"checked"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"admin","event":"refuse","state":"sent","becomes":"refused"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"admin","event":"refuse","state":"checked","becomes":"refused"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"system","event":"end","state":"sent","becomes":"ended"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"system","event":"end","state":"checked","becomes":"ended"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"artist","event":"remove","state":"sent","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"artist","event":"remove","state":"checked","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"artist","event":"remove","state":"refused","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"artist","event":"remove","state":"ended","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"artist","event":"replace","state":"sent","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"artist","event":"replace","state":"refused","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"artist","event":"replace","state":"ended","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"admin","event":"replace","state":"checked","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"admin","event":"replace","state":"refused","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"admin","event":"replace","state":"ended","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"paper_limit","most":999999999,"least":0,"times":null,"value":"10","follows":null,"meaning":"Certificates of insurance that one artist sends in a day."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"paper_look_limit","most":999999999,"least":0,"times":null,"value":"50","follows":null,"meaning":"How often the certificate of the artist of one request is opened in a day."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into storage.buckets (id, name, owner, public, owner_id, file_size_limit, allowed_mime_types)
  select id, name, owner, public, owner_id, file_size_limit, allowed_mime_types from jsonb_populate_record(null::storage.buckets, '{"id":"papers","name":"papers","owner":null,"public":false,"owner_id":null,"file_size_limit":10485760,"allowed_mime_types":["application/pdf","image/webp","image/jpeg"]}')
  on conflict (id) do update set name = excluded.name, owner = excluded.owner, public = excluded.public, owner_id = excluded.owner_id, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

reset check_function_bodies;
