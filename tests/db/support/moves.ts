import type { Queryable } from '#embedded/index.ts';
import type { AssignmentState } from '#features/requests/assignment.ts';

/** The state after an event by an actor, as the table of a lifecycle has it; null where it refuses that. */
export async function movesOf<State = string>(db: Queryable, of: 'assignment' | 'payment') {
  const rows = await db.sql<{ move: string; becomes: State }>(
    `select concat_ws(' ', state, event, actor) as move, becomes from private.moves where process = '${of}'`,
  );
  const becomes = new Map(rows.map((row) => [row.move, row.becomes]));
  return (state: State, event: string, actor: string): State | null =>
    becomes.get(`${state} ${event} ${actor}`) ?? null;
}

/** The same of assignments: what was completed and is not goes back to `accepted` where a proposal was accepted. */
export async function assignmentMoves(db: Queryable) {
  const next = await movesOf<AssignmentState>(db, 'assignment');
  return (state: AssignmentState, event: string, actor: string, accepted = false) => {
    const becomes = next(state, event, actor);
    const reopened = becomes && state === 'completed' && becomes !== 'completed';
    return accepted && reopened ? 'accepted' : becomes;
  };
}
