-- Emails about accounts are among the few that an address gets before anybody has proven to read it. Who asked for one
-- waits for it, so it leaves at once or not at all.
create function private.room_for_account_mail(p_email text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := (select u.id from auth.users u where lower(u.email) = lower(p_email));
begin
  if private.is_known_recipient(v_user, p_email) then return true; end if;
  insert into private.unproven_mailboxes as m (mailbox_hash) values (private.address_hash(private.mailbox(p_email)))
    on conflict (mailbox_hash) do update set emails = m.emails + 1
      where m.emails <= private.setting_int('mail_unproven_limit', 3);
  return found;
end
$$;
comment on function private.room_for_account_mail(text) is
  'Takes one of the few emails for a mailbox that nobody has proven; everybody else has room. The embedded backend asks before it emails about an account; a hosted project has limits of its own.';
