-- Limits for requests that anybody may send: a sliding window by address and by e-mail.
create table private.rate_counters (
  bucket text not null,
  window_start timestamptz not null,
  n int not null,
  primary key (bucket, window_start)
);
alter table private.rate_counters enable row level security;
comment on table private.rate_counters is 'How often a hashed address or e-mail was seen in each window. Rows older than a day are dropped.';
create index rate_counters_window_idx on private.rate_counters (window_start);

create function private.client_ip() returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text text;
  v_ip inet;
begin
  -- One header that the proxy in front overwrites. X-Forwarded-For would be typed by the caller.
  v_text := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb
    ->> private.setting('client_ip_header', 'cf-connecting-ip');
  v_ip := regexp_replace(private.clean(v_text), '^::ffff:(\d+\.\d+\.\d+\.\d+)$', '\1', 'i')::inet;
  -- Whoever has one IPv6 address has the whole /64.
  return coalesce(host(network(set_masklen(v_ip, case family(v_ip) when 4 then 32 else 64 end))), 'unknown');
exception when data_exception then
  return 'unknown';
end
$$;
comment on function private.client_ip() is 'The caller''s address from the trusted header (setting client_ip_header); IPv6 as its /64.';

create function private.hit(p_kind text, p_subject text, p_limit int, p_window interval) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_bucket text := p_kind || ':' || encode(sha256(convert_to(private.setting('pepper', '') || p_subject, 'UTF8')), 'hex');
  v_start timestamptz := date_bin(p_window, now(), timestamptz 'epoch');
  v_rest double precision := 1 - extract(epoch from now() - v_start) / extract(epoch from p_window);
  v_now int;
  v_before int;
begin
  insert into private.rate_counters as c (bucket, window_start, n) values (v_bucket, v_start, 1)
    on conflict (bucket, window_start) do update set n = c.n + 1
    returning n into v_now;
  select c.n into v_before from private.rate_counters c where c.bucket = v_bucket and c.window_start = v_start - p_window;
  if v_now + coalesce(v_before, 0) * v_rest > p_limit then
    perform private.fail('rate_limited', null,
      jsonb_build_object('Retry-After', greatest(1, ceil(extract(epoch from p_window) * v_rest))::int::text));
  end if;
  if random() < 0.01 then delete from private.rate_counters c where c.window_start < now() - interval '1 day'; end if;
end
$$;
comment on function private.hit(text, text, int, interval) is
  'Counts one use; refuses with 429 and Retry-After when the current window and the fading one before exceed the limit.';

create function private.limit_lead(p_email text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Always in this order, so that two requests cannot wait for each other.
  perform private.hit('lead_ip', private.client_ip(), private.setting_int('lead_ip_limit', 30), interval '10 minutes');
  perform private.hit('lead_email', lower(p_email), private.setting_int('lead_email_limit', 10), interval '1 hour');
end
$$;
comment on function private.limit_lead(text) is 'The limits of every new lead: 30 in 10 minutes an address, 10 an hour an e-mail, unless set otherwise.';
