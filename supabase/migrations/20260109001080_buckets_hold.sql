-- What a bucket takes holds for copies and moves from another one, too: the storage services look at uploads only.
create or replace function private.keep_quota() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- A row that is only tried, for a signed address, weighs nothing and has any type.
  if private.weight(new.metadata) > 0 and exists (select from storage.buckets b where b.id = new.bucket_id
      and (private.weight(new.metadata) > b.file_size_limit or new.metadata ->> 'mimetype' <> all (b.allowed_mime_types)))
    or (tg_op = 'INSERT' or private.weight(new.metadata) > private.weight(old.metadata))
      and private.quota_of(new.bucket_id, new.name, new.owner, private.weight(new.metadata)) is not null
  then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_quota() is
  'Refuses files beyond what their bucket takes, an account may keep, or all together may.';
create or replace trigger objects_weighed before insert or update of metadata, bucket_id on storage.objects
  for each row execute function private.keep_quota();
