-- What changes without another state is a line in the conversation too, and in the audit log: a proposal that is
-- changed, and a painted wall that the other side confirms. The state before tells each from the first of its kind.
create function private.note_same_state(p_lead uuid, p_artist uuid, p_event text, p_actor text, p_state text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.lead_events (lead_id, artist_id, actor, event, state) values (p_lead, p_artist, p_actor, p_event, p_state);
  perform private.audit('lead.moved', p_lead, jsonb_build_object('artist', p_artist, 'event', p_event, 'by', p_actor,
    'from', p_state, 'to', p_state));
end
$$;
comment on function private.note_same_state(uuid, uuid, text, text, text) is
  'Leaves the line and the entry that private.move_assignment leaves of another state.';

create function private.note_changed_proposal() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_same_state(new.lead_id, new.artist_id, 'propose', 'artist', 'proposed');
  return null;
end
$$;
comment on function private.note_changed_proposal() is 'Another proposal took the place of this one.';
create trigger proposals_note_changed after update of state on public.proposals
  for each row when (old.state = 'open' and new.state = 'replaced') execute function private.note_changed_proposal();

create function private.note_confirmed() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_same_state(new.lead_id, new.artist_id, 'complete',
    case new.completed_by when 'artist' then 'client' when 'client' then 'artist'
      else case when new.artist_id = private.my_artist_id() then 'artist' else 'client' end end, new.state);
  return null;
end
$$;
comment on function private.note_confirmed() is 'Whoever did not say that the wall is painted says so too.';
create trigger lead_assignments_note_confirmed after update of confirmed_at on public.lead_assignments
  for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function private.note_confirmed();
