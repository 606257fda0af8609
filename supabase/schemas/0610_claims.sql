-- An imported page is handed over to whom it is about: the reader of the address on file takes it over by a
-- press, invited by an admin or because they said "This is me"; who cannot read them asks the admins. Nobody is handed
-- a page that has an owner, and the artist who is asked may have it removed instead.
create table private.claim_links (
  artist_id uuid primary key references public.artists (id) on delete cascade,
  token_hash bytea not null unique,
  nonce uuid not null,
  -- A reader of another address proves nothing.
  address_hash bytea not null,
  expires_at timestamptz not null,
  -- Null until an admin invites by email.
  invited_at timestamptz
);
comment on table private.claim_links is
  'What the link in a mail hands a page over by: SHA-256 of its token, what that was derived from besides the key, and the hash of the address it went to. One for each page.';

create table private.page_claims (
  id uuid primary key default gen_random_uuid(),
  artist_id uuid not null references public.artists (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  note text check (char_length(note) <= 500),
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused')),
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
comment on table private.page_claims is '"This is me": who says so of which unclaimed page, and what became of it. note is for the admins who decide.';
create unique index page_claims_waiting_idx on private.page_claims (artist_id, user_id) where state = 'waiting';
create index page_claims_artist_idx on private.page_claims (artist_id);
create index page_claims_user_idx on private.page_claims (user_id);

create function private.contact_email(p_artist uuid) returns text
  language sql stable security definer set search_path = '' as $$
  select c.email from public.artist_contacts c where c.artist_id = p_artist
$$;
comment on function private.contact_email(uuid) is 'The address on file of an artist.';

create function private.claim_token(p_artist uuid) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_address bytea := private.address_hash(private.contact_email(p_artist));
  v_link private.claim_links;
  v_token text;
begin
  select * into v_link from private.claim_links k where k.artist_id = p_artist for update;
  v_token := private.derived_token(p_artist, v_link.nonce);
  if v_link.token_hash = private.token_hash(v_token) and v_link.address_hash = v_address
     and v_link.expires_at > private.clock() + interval '7 days' then
    return v_token;
  end if;
  v_link.nonce := gen_random_uuid();
  v_token := private.derived_token(p_artist, v_link.nonce);
  insert into private.claim_links (artist_id, token_hash, nonce, address_hash, expires_at)
    values (p_artist, private.token_hash(v_token), v_link.nonce, v_address, private.clock() + interval '30 days')
    on conflict (artist_id) do update set token_hash = excluded.token_hash, nonce = excluded.nonce,
      address_hash = excluded.address_hash, expires_at = excluded.expires_at;
  return v_token;
end
$$;
comment on function private.claim_token(uuid) is
  'The token that hands a page over; a new one, good for 30 days, where there is none, the address is another, or the last has a week left.';

create function private.artist_of_claim_link(p_token text) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_artist uuid;
begin
  select a.id into v_artist from private.claim_links k join public.artists a on a.id = k.artist_id
    where k.token_hash = private.token_hash(p_token)
      -- The artist who has taken it over may press again; to everybody else the link is worth nothing then.
      and (a.user_id = auth.uid()
        or a.unclaimed and k.expires_at > private.clock() and k.address_hash = private.address_hash(private.contact_email(a.id)));
  if v_artist is null then perform private.fail('page_link_refused'); end if;
  return v_artist;
end
$$;
comment on function private.artist_of_claim_link(text) is
  'Whose page a token hands over; refuses a wrong, old or spent one, and one that went to another address, in the same words.';

create function private.is_blank_profile(p_artist public.artists) returns boolean
  language sql stable security definer set search_path = '' as $$
  select not p_artist.public_visible and p_artist.bio is null and p_artist.profile_photo is null
    and p_artist.portfolio_images = '{}' and p_artist.styles = '{}'
    and not exists (select from public.murals m where m.artist_id = p_artist.id)
    and not exists (select from public.lead_assignments s where s.artist_id = p_artist.id)
    and not exists (select from public.reviews r where r.artist_id = p_artist.id)
$$;
comment on function private.is_blank_profile(artists) is 'Whether a profile is as it was made for the account: nothing is lost with it.';

create function private.check_claimant(p_user uuid) returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.user_roles r where r.user_id = p_user and r.role = 'artist') then
    perform private.fail('artist_account_needed');
  end if;
  if exists (select from public.artists a where a.user_id = p_user and not private.is_blank_profile(a)) then
    perform private.fail('own_profile_exists');
  end if;
end
$$;
comment on function private.check_claimant(uuid) is 'Refuses an account that cannot run an artist''s page, or runs one with something on it.';

create function private.transfer_artist(p_artist uuid, p_user uuid, p_how text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist public.artists;
  v_claim private.page_claims;
begin
  -- One account after the other, so that one of two pages at once stays where it is.
  perform from auth.users u where u.id = p_user for no key update;
  select * into v_artist from public.artists a where a.id = p_artist for update;
  if v_artist.user_id = p_user then return jsonb_build_object('slug', v_artist.slug, 'replayed', true); end if;
  if not coalesce(v_artist.unclaimed, false) then perform private.fail('page_claimed'); end if;
  perform private.check_claimant(p_user);
  delete from public.artists a where a.user_id = p_user;
  update public.artists a set user_id = p_user where a.id = p_artist;
  -- From here on its owner chooses the photos.
  delete from private.imported_photos p where p.artist_id = p_artist;
  insert into public.artist_contacts as c (artist_id, email)
    select p_artist, u.email from auth.users u
    where u.id = p_user and private.valid_email(u.email) and char_length(u.email) <= 255
    on conflict (artist_id) do update set email = coalesce(c.email, excluded.email);
  perform private.audit('artist.claimed', p_artist, jsonb_build_object('name', v_artist.name, 'how', p_how));
  for v_claim in
    update private.page_claims c set state = case when c.user_id = p_user then 'accepted' else 'refused' end, decided_at = now()
      where c.artist_id = p_artist and c.state = 'waiting' returning c.*
  loop
    if v_claim.user_id <> p_user or auth.uid() is distinct from p_user then
      perform private.write_mail('claim_' || v_claim.state, v_claim.id::text, v_claim.user_id, null, null, p_artist);
    end if;
  end loop;
  perform private.mark_claim_notices_read(p_artist);
  return jsonb_build_object('slug', v_artist.slug, 'replayed', false);
end
$$;
comment on function private.transfer_artist(uuid, uuid, text) is
  'Gives an unclaimed page to an account, whose blank profile gives way to it, and tells everybody who wanted it.';

create function private.mark_claim_notices_read(p_artist uuid) returns void
  language sql security definer set search_path = '' as $$
  update public.notices n set read_at = now()
  where n.kind = 'claim_waiting' and n.artist_id = p_artist and n.read_at is null
    and not exists (select from private.page_claims c where c.artist_id = p_artist and c.state = 'waiting')
$$;
comment on function private.mark_claim_notices_read(uuid) is 'Where nothing waits for an admin any more, what they were told of it is read.';

create function private.page_locale(p_artist public.artists, p_email text) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select private.metadata_locale(u.raw_user_meta_data) from auth.users u where lower(u.email) = lower(p_email) limit 1),
    case when 'Spanish' = any (p_artist.languages) and not 'English' = any (p_artist.languages) then 'es' else 'en' end);
end
$$;
comment on function private.page_locale(public.artists, text) is
  'In which language the address of an unclaimed page is written to: that of its account, else Spanish where the page names it and no English.';

create function private.invite_artist(p_artist uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist public.artists;
  v_email text;
begin
  perform private.require_admin();
  select * into v_artist from public.artists a where a.id = p_artist for no key update;
  if v_artist.id is null then perform private.fail('artist_unknown'); end if;
  if not v_artist.unclaimed then perform private.fail('page_claimed'); end if;
  v_email := private.contact_email(p_artist);
  if v_email is null then perform private.fail('address_missing'); end if;
  perform private.claim_token(p_artist);
  -- Once a day at most, however often it is pressed.
  perform private.write_mail('artist_invited', p_artist || ':' || private.today(), null, v_email, null, p_artist,
    p_locale => private.page_locale(v_artist, v_email));
  update private.claim_links k set invited_at = private.clock() where k.artist_id = p_artist;
  perform private.audit('artist.invited', p_artist, jsonb_build_object('name', v_artist.name));
  return jsonb_build_object('invited_at', private.clock());
end
$$;
comment on function private.invite_artist(uuid) is
  'Mails the address on file of an unclaimed page the link that hands it over; at most once a day. Gives {invited_at}. Admins only.';

create function private.invite_new_artists(p_artists uuid[] default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_invited int;
begin
  perform private.require_admin();
  select count(private.invite_artist(n.id)) into v_invited from (
    select a.id from public.artists a
      join public.artist_contacts c on c.artist_id = a.id and c.email is not null
      left join private.claim_links k on k.artist_id = a.id
    where a.unclaimed and (a.id = any (p_artists) or p_artists is null and a.public_visible and k.invited_at is null)
    order by a.created_at, a.id limit 500) n;
  return jsonb_build_object('invited', v_invited);
end
$$;
comment on function private.invite_new_artists(uuid[]) is
  'Invites those of these artists whose page is unclaimed, or everybody with a public page and no invitation yet; the first 500 with an address. Gives {invited}. Admins only.';

create function private.claimable_page(p_slug text default null, p_token text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_linked uuid := case when p_token is not null then private.artist_of_claim_link(p_token) end;
begin
  return (
    select jsonb_build_object('id', a.id, 'name', a.name, 'slug', case when a.public_visible then a.slug end,
      'city', a.city, 'state', a.state, 'unclaimed', a.unclaimed, 'mine', coalesce(a.user_id = auth.uid(), false),
      'waiting', exists (select from private.page_claims c where c.artist_id = a.id and c.user_id = auth.uid() and c.state = 'waiting'))
    from public.artists a where a.id = v_linked or v_linked is null and a.slug = p_slug and a.public_visible);
end
$$;
comment on function private.claimable_page(text, text) is
  'A page that can be taken over, by its slug or by the token of a mail; reading spends nothing: {id, name, slug, city, state, unclaimed, mine, waiting}, null for none.';

create function private.confirm_claim(p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then perform private.fail('not_allowed'); end if;
  return private.transfer_artist(private.artist_of_claim_link(p_token), auth.uid(), 'link');
end
$$;
comment on function private.confirm_claim(text) is
  'Hands the page of a token over to the caller, who has it from the mail to the address on file: {slug, replayed}. Artists only.';

create function private.delete_unclaimed_page(p_token text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.artist_of_claim_link(p_token);
begin
  perform from public.artists a where a.id = v_artist and a.unclaimed for update;
  if not found then perform private.fail('page_claimed'); end if;
  -- Never to come back with another import.
  perform private.mark_address(v_artist, private.contact_email(v_artist));
  update public.murals m set public_visible = false where m.artist_id = v_artist and m.public_visible;
  perform private.audit('artist.removed', v_artist, '{}');
  update private.audit_log e set detail = e.detail - 'name' where e.subject = v_artist and e.detail ? 'name';
  delete from public.artists a where a.id = v_artist;
end
$$;
comment on function private.delete_unclaimed_page(text) is
  'The artist of an unclaimed page does not want it: it goes, with the address and its murals'' place in public, and is not imported again.';

create function private.claim_artist(p_artist uuid, p_note text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := auth.uid();
  v_artist public.artists;
  v_email text;
  v_claim uuid;
begin
  if v_user is null then perform private.fail('not_allowed'); end if;
  if char_length(private.clean(p_note)) > 500 then perform private.fail('reason_too_long', 'note'); end if;
  select * into v_artist from public.artists a where a.id = p_artist and (a.public_visible or a.user_id = v_user);
  if v_artist.id is null then perform private.fail('artist_unknown'); end if;
  if v_artist.user_id = v_user then return jsonb_build_object('state', 'accepted', 'slug', v_artist.slug, 'mailed', false); end if;
  if not v_artist.unclaimed then perform private.fail('page_claimed'); end if;
  perform private.check_claimant(v_user);
  v_email := private.contact_email(p_artist);
  if lower(v_email) = private.proven_email() then
    return jsonb_build_object('state', 'accepted', 'mailed', false) || private.transfer_artist(p_artist, v_user, 'address');
  end if;
  perform from auth.users u where u.id = v_user for no key update;
  if not exists (select from private.page_claims c where c.artist_id = p_artist and c.user_id = v_user and c.state = 'waiting') then
    -- Refused ones count for a day, so that nobody asks for all pages one after the other.
    if (select count(*) from private.page_claims c where c.user_id = v_user and c.state <> 'accepted'
        and (c.state = 'waiting' or c.created_at > now() - interval '1 day')) >= 3 then
      perform private.fail('rate_limited');
    end if;
    insert into private.page_claims (artist_id, user_id, note) values (p_artist, v_user, private.clean_or_null(p_note)) returning id into v_claim;
    if v_email is not null then
      perform private.claim_token(p_artist);
      -- One a day for each page, by any caller: its owner is not to be flooded.
      perform private.write_mail('claim_check', p_artist || ':' || private.today(), null, v_email, null, p_artist,
        p_locale => private.page_locale(v_artist, v_email));
    end if;
    perform private.mail_admins('claim_waiting', v_claim::text, null, p_artist => p_artist);
    perform private.audit('artist.claim', p_artist, jsonb_build_object('name', v_artist.name));
  end if;
  return jsonb_build_object('state', 'waiting', 'slug', v_artist.slug, 'mailed', v_email is not null);
end
$$;
comment on function private.claim_artist(uuid, text) is
  'The caller says that an unclaimed page is theirs. A caller who has proven to read the address on file has it at once; otherwise a mail goes there, and admins are told. Again changes nothing. Gives {state: accepted|waiting, slug, mailed}. Artists only.';

create function private.decide_claim(p_claim uuid, p_accept boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_claim private.page_claims;
begin
  perform private.require_admin();
  if p_accept is null then perform private.fail('invalid_input'); end if;
  -- As an artist who confirms by a link takes them: the account, the page, and then who asked for it.
  select * into v_claim from private.page_claims c where c.id = p_claim;
  perform from auth.users u where u.id = v_claim.user_id for no key update;
  perform from public.artists a where a.id = v_claim.artist_id for update;
  select * into v_claim from private.page_claims c where c.id = p_claim for no key update;
  if v_claim.id is null or v_claim.state <> 'waiting' then perform private.fail('move_refused'); end if;
  if p_accept then return private.transfer_artist(v_claim.artist_id, v_claim.user_id, 'admin'); end if;
  update private.page_claims c set state = 'refused', decided_at = now() where c.id = p_claim;
  perform private.write_mail('claim_refused', p_claim::text, v_claim.user_id, null, null, v_claim.artist_id);
  perform private.audit('artist.claim_refused', v_claim.artist_id,
    (select jsonb_build_object('name', a.name) from public.artists a where a.id = v_claim.artist_id));
  perform private.mark_claim_notices_read(v_claim.artist_id);
  return (select jsonb_build_object('slug', a.slug, 'replayed', false) from public.artists a where a.id = v_claim.artist_id);
end
$$;
comment on function private.decide_claim(uuid, boolean) is
  'Hands a page over to who claims it, or does not: {slug, replayed}. Admins only.';

create function private.claim_data(p_mail private.mails) returns jsonb
  language plpgsql security definer set search_path = '' as $$
begin
  -- Not where the page has an owner by now, or another address.
  return (
    select jsonb_build_object('artist', jsonb_build_object('id', a.id, 'name', a.name, 'slug', case when a.public_visible then a.slug end),
      'link', '/claim#' || private.claim_token(a.id))
    from public.artists a
    where a.id = p_mail.artist_id and a.unclaimed and lower(private.contact_email(a.id)) = p_mail.recipient);
end
$$;
comment on function private.claim_data(private.mails) is 'What a mail shows to whom an imported page is about. Null when the page is claimed by now.';
