-- The pictures of a job, in a private bucket under {request}/{artist}/{sha256 of the picture, in hex}.webp: a name says
-- what is under it. A picture arrives before the row that shows it, so that no row is without one.
create function private.job_of_sketch(p_name text) returns public.lead_assignments
  language plpgsql stable security definer set search_path = '' as $$
declare
  c_uuid constant text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  v_job public.lead_assignments;
begin
  if p_name is null or p_name !~ concat('^', c_uuid, '/', c_uuid, '/[0-9a-f]{64}\.webp$') then return null; end if;
  select a.* into v_job from public.lead_assignments a
    join public.lead_records l on l.id = a.lead_id and l.withdrawn_at is null and not l.held
    join public.lead_contacts c on c.lead_id = l.id
    where a.lead_id = split_part(p_name, '/', 1)::uuid and a.artist_id = split_part(p_name, '/', 2)::uuid
      and a.accepted_at is not null and a.state in ('accepted', 'completed')
      and not exists (select from private.conversation_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id);
  return v_job;
end
$$;
comment on function private.job_of_sketch(text) is 'The job that has room for a picture of this name; null where there is none.';

create function private.may_add_sketch_file(p_bucket text, p_name text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_job public.lead_assignments;
begin
  if p_bucket is distinct from 'sketches' then return false; end if;
  v_job := private.job_of_sketch(p_name);
  return coalesce(v_job.artist_id = private.my_artist_id() and private.sketch_gate_open(v_job.lead_id, v_job.artist_id), false);
end
$$;
comment on function private.may_add_sketch_file(text, text) is 'Whether the caller is the artist of an accepted job that this picture is for.';

-- Nobody writes over a picture, moves it or takes it away: an approval names it.
create policy sketches_select on storage.objects for select to anon, authenticated using (
  bucket_id = 'sketches'
  and (split_part(name, '/', 1), split_part(name, '/', 2)) in (
    select t.lead_id::text, t.artist_id::text from private.conversations_i_read() t));
create policy sketches_insert on storage.objects for insert to anon, authenticated with check (
  private.may_add_sketch_file(bucket_id, name));

create function private.delete_with_assignments() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- What its artist was told of it leads nowhere.
  delete from public.notices n using gone g, public.artists a
    where a.id = g.artist_id and n.user_id = a.user_id and n.lead_id = g.lead_id and n.artist_id = a.id;
  perform private.delete_folders('sketches', array(select g.lead_id || '/' || g.artist_id from gone g where g.accepted_at is not null));
  return null;
end
$$;
comment on function private.delete_with_assignments() is
  'Pictures go with their job, whatever takes that away, the artist''s account or an admin, and so do notices of a lead. Its rows go by their foreign key.';

create trigger lead_assignments_delete_with after delete on public.lead_assignments referencing old table as gone
  for each statement execute function private.delete_with_assignments();

grant execute on function private.may_add_sketch_file(text, text) to anon, authenticated;
