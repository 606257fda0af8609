-- The link that opens a request for whoever has it (design, section 7): a guest can come back, on any device. Only the
-- hash of its token is kept. The token is derived from a key that is in another table, so that the same form again is
-- answered with the same token, and so that neither table alone opens anything.
insert into private.settings (key, value)
  values ('link_secret', gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text);
comment on table private.settings is
  'Operator settings. client_ip_header, media_origin, lead_ip_limit, lead_user_limit, lead_total_limit, lead_min_elapsed_ms, mail_address_limit, mail_choice_seconds, link_ip_limit, link_email_limit, link_secret, webhook_url, webhook_secret, pepper.';

insert into private.error_codes (code, status, field, message) values
  ('link_refused', 404, null, 'This link does not open a request. It may have been replaced by a newer one.'),
  ('request_withdrawn', 409, null, 'This request was withdrawn.');

create table private.request_links (
  token_hash bytea primary key,
  lead_id uuid not null references public.lead_records (id) on delete cascade,
  nonce uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 year',
  revoked_at timestamptz
);
alter table private.request_links enable row level security;
comment on table private.request_links is
  'Links to requests: SHA-256 of each token, and what it was derived from besides the key. One of a request is valid, the last.';
create index request_links_lead_idx on private.request_links (lead_id);
create unique index request_links_valid_idx on private.request_links (lead_id) where revoked_at is null;

create function private.derived_token(p_lead uuid, p_nonce uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return translate(encode(private.hmac_sha256(convert_to(private.setting('link_secret', null), 'UTF8'),
    uuid_send(p_lead) || uuid_send(p_nonce)), 'base64'), '+/=', '-_');
end
$$;
comment on function private.derived_token(uuid, uuid) is 'The token of a link: 32 bytes as base64url. Null without a nonce.';

create function private.token_hash(p_token text) returns bytea
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return sha256(convert_to(p_token, 'UTF8'));
end
$$;
comment on function private.token_hash(text) is 'What is kept of a token.';

create function private.request_path(p_token text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '/request#' || p_token;
end
$$;
comment on function private.request_path(text) is
  'The page of a request, as mails link to it; src/config/paths.ts has the same. Behind #: no server, log or referrer ever has the token.';

create function private.renew_link(p_lead uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_nonce uuid := gen_random_uuid();
  v_token text := private.derived_token(p_lead, v_nonce);
begin
  perform from public.lead_records l where l.id = p_lead for no key update;
  update private.request_links k set revoked_at = now() where k.lead_id = p_lead and k.revoked_at is null;
  insert into private.request_links (token_hash, lead_id, nonce) values (private.token_hash(v_token), p_lead, v_nonce);
  -- A mail that has not left would bring a link that opens nothing any more.
  update private.mails m set payload = m.payload || jsonb_build_object('link', private.request_path(v_token))
    where m.lead_id = p_lead and m.state in ('waiting', 'leased') and m.payload ? 'link';
  return v_token;
end
$$;
comment on function private.renew_link(uuid) is 'Gives a request a new token; the one before opens nothing from now on.';

create function private.request_token(p_lead uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_link private.request_links;
  v_token text;
begin
  perform from public.lead_records l where l.id = p_lead for no key update;
  select * into v_link from private.request_links k
    where k.lead_id = p_lead and k.revoked_at is null and k.expires_at > now();
  v_token := private.derived_token(p_lead, v_link.nonce);
  -- Another key than the one it was made with derives another token.
  if v_link.token_hash = private.token_hash(v_token) then return v_token; end if;
  return private.renew_link(p_lead);
end
$$;
comment on function private.request_token(uuid) is 'The valid token of a request; makes one where there is none.';

create function private.lead_of_link(p_token text) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lead uuid;
begin
  select k.lead_id into v_lead from private.request_links k
    join public.lead_contacts c on c.lead_id = k.lead_id
    where k.token_hash = private.token_hash(p_token) and k.revoked_at is null and k.expires_at > now();
  -- One answer for a wrong token, an old one, none, and one of a request that was erased.
  if v_lead is null then perform private.fail('link_refused'); end if;
  return v_lead;
end
$$;
comment on function private.lead_of_link(text) is 'The request that a token opens; refuses everything else in the same words.';

create function private.drop_links() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.request_links k using gone g where k.lead_id = g.lead_id;
  return null;
end
$$;
comment on function private.drop_links() is 'Whoever asked was erased from a request: nothing opens it any more.';
create trigger lead_contacts_drop_links after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.drop_links();

-- A lost link is found by the address.
create index lead_contacts_email_idx on public.lead_contacts (lower(email));

create function private.new_reference() returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Without what looks like something else: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
  c_letters constant text := 'ACDEFGHJKMNPQRTVWXY34679';
  v_bytes bytea;
  v_reference text;
begin
  loop
    v_bytes := uuid_send(gen_random_uuid());
    select string_agg(substr(c_letters, get_byte(v_bytes, i) % 24 + 1, 1), '') into v_reference from generate_series(0, 5) i;
    exit when not exists (select from public.lead_records l where l.reference = v_reference);
  end loop;
  return v_reference;
end
$$;
comment on function private.new_reference() is 'A reference that no request has: 6 characters that can be read out on a phone.';
-- The default of a column is computed with the rights of whoever writes the row.
grant execute on function private.new_reference() to service_role;

alter table public.lead_records add column reference text;
create unique index lead_records_reference_idx on public.lead_records (reference);
do $$
declare
  v_lead uuid;
begin
  for v_lead in select l.id from public.lead_records l loop
    update public.lead_records l set reference = private.new_reference() where l.id = v_lead;
  end loop;
end
$$;
alter table public.lead_records alter column reference set default private.new_reference(), alter column reference set not null,
  add check (reference ~ '^[ACDEFGHJKMNPQRTVWXY34679]{6}$');
grant select (reference) on public.lead_records to authenticated;

-- Both forms answer with the token besides what they answered before.
alter function private.submit_lead(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, int) rename to store_lead;
alter function private.request_consultation(uuid, uuid, text, text, text, text, text) rename to store_consultation;
revoke execute on function
  private.store_lead(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, int),
  private.store_consultation(uuid, uuid, text, text, text, text, text)
from anon, authenticated;

create function private.with_link(p_answer jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := p_answer ->> 'id';
begin
  return p_answer || jsonb_build_object('token', private.request_token(v_lead),
    'reference', (select l.reference from public.lead_records l where l.id = v_lead));
end
$$;
comment on function private.with_link(jsonb) is 'The answer to a form, with the token and the reference of its request.';

create function private.submit_lead(
  p_key uuid, p_claim text, p_name text, p_email text, p_phone text, p_city text, p_project_description text,
  p_mural_size text, p_surface_type text, p_style_preference text, p_budget_range text, p_artist uuid,
  p_website text, p_elapsed_ms int
) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  return private.with_link(private.store_lead(p_key, p_claim, p_name, p_email, p_phone, p_city, p_project_description,
    p_mural_size, p_surface_type, p_style_preference, p_budget_range, p_artist, p_website, p_elapsed_ms));
end
$$;
comment on function private.submit_lead(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, int) is
  'Stores a quote request and gives its link; whoever repeats the form has its claim, and gets the same.';
comment on function public.submit_lead(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, int) is
  'Sends a quote request: {id, replayed, matches, token, reference}. p_key makes it safe to repeat; p_claim is the secret that later selects artists; token opens the request.';

create function private.request_consultation(
  p_key uuid, p_artist uuid, p_name text, p_email text, p_phone text, p_preferred_time text, p_message text
) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  return private.with_link(private.store_consultation(p_key, p_artist, p_name, p_email, p_phone, p_preferred_time, p_message));
end
$$;
comment on function private.request_consultation(uuid, uuid, text, text, text, text, text) is
  'Stores a request for a call and gives its link; only the same account may repeat the form.';
comment on function public.request_consultation(uuid, uuid, text, text, text, text, text) is
  'Asks one public artist for a call: {id, replayed, token, reference}. Signed-in people only.';
grant execute on function
  private.submit_lead(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, int) to anon, authenticated;
grant execute on function private.request_consultation(uuid, uuid, text, text, text, text, text) to authenticated;
