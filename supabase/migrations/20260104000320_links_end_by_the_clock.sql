-- Links to requests end by the clock that tests can move.
alter table private.request_links alter column expires_at set default private.clock() + interval '1 year';

create or replace function private.request_token(p_lead uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_link private.request_links;
  v_token text;
begin
  perform from public.lead_records l where l.id = p_lead for no key update;
  select * into v_link from private.request_links k
    where k.lead_id = p_lead and k.revoked_at is null and k.expires_at > private.clock();
  v_token := private.derived_token(p_lead, v_link.nonce);
  -- Another key than the one it was made with derives another token.
  if v_link.token_hash = private.token_hash(v_token) then return v_token; end if;
  return private.renew_link(p_lead);
end
$$;

create or replace function private.lead_of_link(p_token text) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lead uuid;
begin
  select k.lead_id into v_lead from private.request_links k
    join public.lead_contacts c on c.lead_id = k.lead_id
    where k.token_hash = private.token_hash(p_token) and k.revoked_at is null and k.expires_at > private.clock();
  -- One answer for a wrong token, an old one, none, and one of a request that was erased.
  if v_lead is null then perform private.fail('link_refused'); end if;
  return v_lead;
end
$$;
