-- Without a mail server anybody makes an account with anybody's address, so deleting such an account says nothing about
-- what else the address is used for. (Replaced and not dropped: on a hosted project the table has another owner.)
create or replace trigger forget_subscriber after delete on auth.users
  for each row when (old.email_confirmed_at is not null and old.confirmation_sent_at is not null) execute function private.forget_subscriber();
create or replace trigger forget_reports_of after delete on auth.users
  for each row when (old.email_confirmed_at is not null and old.confirmation_sent_at is not null) execute function private.forget_reports_of();
