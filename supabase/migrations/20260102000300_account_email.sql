-- An account's address stands in mails, in lists of the dashboard and in exports. Whoever makes the account (the sign-up
-- of a hosted project takes quoted markup for an address), the rule is that of the forms; the columns bound its length.
create function private.check_account_email() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if (tg_op = 'INSERT' or new.email is distinct from old.email) and not private.valid_email(nullif(new.email, ''))
    or (tg_op = 'INSERT' or new.email_change is distinct from old.email_change)
    and not private.valid_email(nullif(new.email_change, ''))
  then
    perform private.fail('email_invalid');
  end if;
  return new;
end
$$;
comment on function private.check_account_email() is 'Refuses an address of an account, or one that it wants to change to, that the forms would refuse. Addresses from before the rule stay.';

create trigger check_account_email before insert or update of email, email_change on auth.users
  for each row execute function private.check_account_email();
