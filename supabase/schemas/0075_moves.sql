-- Lifecycles: what happens to a request with its artist, an agreement, a part of a price, sketches and a certificate is a row
-- here, and each has one function that makes its moves.
create table private.moves (
  process text not null check (process in ('assignment', 'agreement', 'payment', 'sketch', 'paper')),
  event text not null check (event ~ '^[a-z]+(_[a-z]+)*$'),
  actor text not null check (actor in ('client', 'artist', 'admin', 'system')),
  state text not null,
  becomes text not null,
  primary key (process, event, actor, state)
);
comment on table private.moves is 'What each event makes of each state, and who may cause it; what is not in it is refused.';

create function private.next_state(p_process text, p_event text, p_actor text, p_state text) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_next text := (
    select m.becomes from private.moves m where m.process = p_process and m.event = p_event and m.actor = p_actor and m.state = p_state);
begin
  if v_next is null then perform private.fail('move_refused'); end if;
  return v_next;
end
$$;
comment on function private.next_state(text, text, text, text) is 'What an event makes of a state; refuses what is no move.';
