/** A row of a lifecycle: who may do what, in which states, and what follows. */
export interface Move<State, Event, Actor> {
  event: Event;
  by: readonly Actor[];
  from: readonly State[];
  /** Without it the state stays: the event is allowed and moves nothing. */
  to?: State;
}

/** The state after an event by these rows, or null where none of them allows it. */
export const nextBy =
  <State, Event, Actor>(moves: readonly Move<State, Event, Actor>[]) =>
  (state: State, event: Event, actor: Actor): State | null => {
    const move = moves.find(
      (known) => known.event === event && known.by.includes(actor) && known.from.includes(state),
    );
    return move ? (move.to ?? state) : null;
  };
