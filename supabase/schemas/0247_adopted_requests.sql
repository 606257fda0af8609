-- Requests that a client sent before they had an account become theirs, once they say so.
create function private.proven_email() returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  -- Without a mail server an account is there at once: only one that a mail was sent about proves that its address is read.
  return (select lower(u.email) from auth.users u
    where u.id = auth.uid() and u.email_confirmed_at is not null and u.confirmation_sent_at is not null and u.email <> '');
end
$$;
comment on function private.proven_email() is 'The address of the caller, if they have shown that they read its mails.';

create function private.adoptable_requests(p_token text) returns setof uuid
  language plpgsql stable security definer rows 3 set search_path = '' as $$
declare
  v_proven text := private.proven_email();
  v_token bytea := private.token_hash(p_token);
begin
  if private.my_role() is distinct from 'client' then return; end if;
  return query
    select l.id from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
    where l.created_by_user is null
      and lower(c.email) = (select lower(u.email) from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null)
      and (lower(c.email) = v_proven or exists (select from private.request_links k
        where k.lead_id = l.id and k.token_hash = v_token and k.revoked_at is null and k.expires_at > private.clock()))
    order by l.created_at desc, l.id;
end
$$;
comment on function private.adoptable_requests(text) is
  'Requests of nobody with the confirmed address of the calling client, who has proven it by a mail; one of them also by its link.';

create function private.my_open_requests(p_token text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select jsonb_build_object('count', count(*), 'requests', coalesce(
      jsonb_agg(jsonb_build_object('reference', l.reference, 'created_at', l.created_at) order by l.created_at desc, l.id), '[]'))
    from public.lead_records l where l.id in (select private.adoptable_requests(p_token)));
end
$$;
comment on function private.my_open_requests(text) is
  'Requests without an account that the caller could take over: {count, requests: [{reference, created_at}]}. p_token: the link of one that this browser sent.';

create function private.adopt_requests(p_token text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid;
  v_adopted int := 0;
begin
  perform from auth.users u where u.id = auth.uid() for no key update;
  perform from public.lead_records l where l.id in (select private.adoptable_requests(p_token)) order by l.id for no key update;
  for v_lead in
    update public.lead_records l set created_by_user = auth.uid()
      where l.created_by_user is null and l.id in (select private.adoptable_requests(p_token))
      returning l.id
  loop
    perform private.audit('request.adopted', v_lead);
    perform private.tell_client(v_lead, 'adopt_requests');
    delete from private.address_changes a where a.lead_id = v_lead;
    v_adopted := v_adopted + 1;
  end loop;
  return jsonb_build_object('adopted', v_adopted);
end
$$;
comment on function private.adopt_requests(text) is
  'Gives the caller the requests of my_open_requests: {adopted}; their links stay valid. Again changes nothing.';
