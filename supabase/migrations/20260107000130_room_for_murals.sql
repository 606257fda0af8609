-- 60 files were a portfolio and some to spare; murals have up to 13 pictures each.
create or replace function private.keep_room_for_files() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_folder text := split_part(new.name, '/', 1);
  v_others bigint;
begin
  if new.bucket_id not in ('profile-photos', 'portfolio-images') then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('files of ' || v_folder, 0));
  select count(*) into v_others from storage.objects o
    where o.bucket_id in ('profile-photos', 'portfolio-images') and split_part(o.name, '/', 1) = v_folder
      and o.id <> new.id and (o.bucket_id, o.name) <> (new.bucket_id, new.name);
  -- The refusal of a policy, which every storage service knows how to answer. A signed address may outlive its account.
  if v_others >= 400 or (new.owner is not null and not exists (select from auth.users u where u.id = new.owner)) then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_room_for_files() is
  'Refuses the 401st file of a folder and files of accounts that are gone, one upload after the other; overwriting is always possible.';

create or replace function private.has_room_for(p_bucket text, p_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select count(*) < 400 from storage.objects o
  where o.bucket_id in ('profile-photos', 'portfolio-images')
    and o.name like auth.uid() || '/%' and (o.bucket_id, o.name) <> (p_bucket, p_name)
$$;
comment on function private.has_room_for(text, text) is 'Whether the caller keeps fewer than 400 other files; overwriting one is always possible.';
