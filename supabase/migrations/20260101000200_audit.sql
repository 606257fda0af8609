-- What people with power did, and when. Admins read it through admin_list_audit; nobody writes it directly.
create table private.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  action text not null check (action ~ '^[a-z]+\.[a-z_]+$'),
  subject uuid,
  detail jsonb not null default '{}'
);
alter table private.audit_log enable row level security;
comment on table private.audit_log is
  'Admin actions, status changes, role changes and erasures. No foreign keys: an entry outlives what it is about.';
create index audit_log_at_idx on private.audit_log (at desc);

create function private.audit(p_action text, p_subject uuid, p_detail jsonb default '{}') returns void
  language sql security definer set search_path = ''
as $$
  insert into private.audit_log (actor, action, subject, detail) values (auth.uid(), p_action, p_subject, p_detail)
$$;
comment on function private.audit(text, uuid, jsonb) is 'Adds an entry in the name of the caller.';
