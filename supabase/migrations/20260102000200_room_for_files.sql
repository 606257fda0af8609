-- At most 60 files a person, whoever writes the row. Storage services try the policies in a transaction that they undo,
-- and write afterwards as themselves, an upload with a signed address up to two hours later: a policy alone is a check
-- long before the act. The lock makes two uploads into one folder take turns.
create function private.keep_room_for_files() returns trigger
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
  if v_others >= 60 or (new.owner is not null and not exists (select from auth.users u where u.id = new.owner)) then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_room_for_files() is
  'Refuses the 61st file of a folder and files of accounts that are gone, one upload after the other; overwriting is always possible.';

create trigger objects_room before insert or update of bucket_id, name on storage.objects
  for each row execute function private.keep_room_for_files();
