-- Limits for requests that anybody may send: a sliding window by address and by e-mail.
create table private.rate_counters (
  -- What is limited, and the peppered hash of whom; a number in its place where all are counted together.
  bucket text not null,
  window_start timestamptz not null,
  -- Calls, or kilobytes of uploads.
  n int not null,
  primary key (bucket, window_start)
);
comment on table private.rate_counters is
  'How often a hashed client or account was seen in each window, and all of them together. Rows older than a day are dropped.';
create index rate_counters_window_idx on private.rate_counters (window_start);

create function private.client_ip() returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_text text;
  v_ip inet;
begin
  -- One header that the proxy in front overwrites. X-Forwarded-For would be typed by the caller.
  v_text := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb
    ->> private.setting('client_ip_header');
  v_ip := regexp_replace(private.clean(v_text), '^::ffff:(\d+\.\d+\.\d+\.\d+)$', '\1', 'i')::inet;
  -- A visitor with one IPv6 address has the whole /64.
  return coalesce(host(network(set_masklen(v_ip, case family(v_ip) when 4 then 32 else 64 end))), 'unknown');
exception when data_exception then
  return 'unknown';
end
$$;
comment on function private.client_ip() is 'The caller''s address from the trusted header (setting client_ip_header); IPv6 as its /64.';

-- What one person may send must not depend on strangers who name their e-mail: the address that stands in a form is no
-- proof of anything. Requests are counted by client, by confirmed account and in total; what is too much is held for an
-- admin, and refused only far beyond.
create function private.rate_limit(p_kind text, p_subject text, p_limit bigint, p_window interval, p_n int default 1)
  returns double precision
  language plpgsql security definer set search_path = '' as $$
declare
  v_bucket text := p_kind || ':' || encode(private.peppered(p_subject), 'hex');
  v_start timestamptz := date_bin(p_window, now(), timestamptz 'epoch');
  v_rest double precision := 1 - extract(epoch from now() - v_start) / extract(epoch from p_window);
  v_now int;
  v_before int;
begin
  insert into private.rate_counters as c (bucket, window_start, n) values (v_bucket, v_start, p_n)
    on conflict (bucket, window_start) do update set n = least(c.n::bigint + excluded.n, 2000000000)::int
    returning n into v_now;
  select c.n into v_before from private.rate_counters c where c.bucket = v_bucket and c.window_start = v_start - p_window;
  if v_now + coalesce(v_before, 0) * v_rest > p_limit then
    perform private.fail('rate_limited', null,
      jsonb_build_object('Retry-After', greatest(1, ceil(extract(epoch from p_window) * v_rest))::int::text));
  end if;
  return v_now + coalesce(v_before, 0) * v_rest;
end
$$;
comment on function private.rate_limit(text, text, bigint, interval, int) is
  'Counts a use, or p_n of them, and gives how many the current window and the fading one before hold; refuses with 429 and Retry-After beyond the limit.';

create function private.try_rate_limit(p_kind text, p_limit bigint, p_window interval) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_start timestamptz := date_bin(p_window, now(), timestamptz 'epoch');
  v_rest double precision := 1 - extract(epoch from now() - v_start) / extract(epoch from p_window);
  v_used double precision;
begin
  select coalesce(sum(c.n * case c.window_start when v_start then 1 else v_rest end), 0) into v_used
    from private.rate_counters c
    where c.bucket = any (array(select p_kind || ':' || i from generate_series(0, 15) i)) and c.window_start in (v_start, v_start - p_window);
  if v_used + 1 > p_limit then return false; end if;
  -- One of 16 rows: senders at the same time would otherwise wait for each other.
  insert into private.rate_counters as c (bucket, window_start, n) values (p_kind || ':' || floor(random() * 16)::int, v_start, 1)
    on conflict (bucket, window_start) do update set n = c.n + 1;
  return true;
end
$$;
comment on function private.try_rate_limit(text, bigint, interval) is
  'Takes one of what everybody may do together; false, and nothing taken, when the windows hold the limit. A few at once may pass it.';

create function private.request_hold() returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := (select u.id from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
  v_client_limit bigint := private.setting_int('lead_ip_limit');
  v_user_limit bigint := private.setting_int('lead_user_limit');
  v_total_limit bigint := private.setting_int('lead_total_limit');
  v_client double precision;
  v_own double precision;
begin
  -- Always in this order, so that two requests cannot wait for each other.
  v_client := private.rate_limit('lead_ip', private.client_ip(), 4 * v_client_limit, interval '10 minutes');
  if v_user is not null then v_own := private.rate_limit('lead_user', v_user::text, 4 * v_user_limit, interval '1 hour'); end if;
  return case
    -- A confirmed account is held for what it sends itself, never for its neighbors behind one address.
    when v_own is not null then case when v_own > v_user_limit then 'account_limit' end
    when v_client > v_client_limit then 'client_limit'
    when not private.try_rate_limit('lead_total', v_total_limit, interval '10 minutes') then 'total_limit' end;
end
$$;
comment on function private.request_hold() is
  'Counts a new lead and says why it is held, or null. Held: from 31 in 10 minutes a client, 11 an hour a confirmed account, 601 in 10 minutes altogether, unless set otherwise. Refused: beyond four times as many of one sender.';
