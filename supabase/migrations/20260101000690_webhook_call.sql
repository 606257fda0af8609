-- Hosted only: wakes the publisher over HTTP through pg_net, signed as Standard Webhooks asks. Where pg_net or the
-- settings webhook_url and webhook_secret are missing, nothing happens: NOTIFY and the publisher's sweep remain.
create function private.hmac_sha256(p_key bytea, p_message bytea) returns bytea
  language plpgsql immutable strict set search_path = ''
as $$
declare
  v_key bytea := case when length(p_key) > 64 then sha256(p_key) else p_key end;
  v_inner bytea := ''::bytea;
  v_outer bytea := ''::bytea;
  v_byte int;
begin
  -- RFC 2104 over the built-in sha256, because pgcrypto does not live in the same schema everywhere.
  for i in 0..63 loop
    v_byte := case when i < length(v_key) then get_byte(v_key, i) else 0 end;
    v_inner := v_inner || set_byte('\x00'::bytea, 0, v_byte # 54);
    v_outer := v_outer || set_byte('\x00'::bytea, 0, v_byte # 92);
  end loop;
  return sha256(v_outer || sha256(v_inner || p_message));
end
$$;
comment on function private.hmac_sha256(bytea, bytea) is 'HMAC-SHA-256 (RFC 2104).';

create function private.webhook_signature(p_secret text, p_id text, p_timestamp bigint, p_body text) returns text
  language sql immutable strict set search_path = ''
as $$
  select 'v1,' || encode(private.hmac_sha256(
    decode(regexp_replace(p_secret, '^whsec_', ''), 'base64'),
    convert_to(p_id || '.' || p_timestamp || '.' || p_body, 'UTF8')), 'base64')
$$;
comment on function private.webhook_signature(text, text, bigint, text) is 'The webhook-signature header of Standard Webhooks.';

create function private.call_webhook() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_url text := private.setting('webhook_url', null);
  v_secret text := private.setting('webhook_secret', null);
  v_id text := 'msg_' || replace(gen_random_uuid()::text, '-', '');
  v_at bigint := extract(epoch from clock_timestamp());
  v_body jsonb := jsonb_build_object('type', 'site.changed');
begin
  if v_url is null or v_secret is null or to_regnamespace('net') is null then return; end if;
  -- One call a transaction is enough: the publisher reads the whole outbox.
  if current_setting('app.webhook_called', true) = pg_current_xact_id()::text then return; end if;
  perform set_config('app.webhook_called', pg_current_xact_id()::text, true);
  execute 'select net.http_post(url := $1, body := $2, headers := $3)' using v_url, v_body, jsonb_build_object(
    'content-type', 'application/json', 'webhook-id', v_id, 'webhook-timestamp', v_at::text,
    'webhook-signature', private.webhook_signature(v_secret, v_id, v_at, v_body::text));
exception when others then
  -- Saving a profile must not fail because a notification could not be queued.
  raise warning 'site webhook not queued: %', sqlerrm;
end
$$;
comment on function private.call_webhook() is 'Queues one signed call to the publisher for this transaction, where the project is set up for it.';
