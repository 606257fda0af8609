import { expect, test } from 'vitest';
import { worldOfFile } from './support/world.ts';

const db = await worldOfFile();

/** Who may do what in which states, and what they become where they change. What is not here is refused. */
const LIFECYCLES: Record<string, string[]> = {
  agreement: [
    'artist offer amending,offered →',
    'artist offer change_asked,draft,ended,signed_by_one → offered',
    'artist offer in_force → amending',
    'artist take_back amending → in_force',
    'artist take_back change_asked,offered,signed_by_one → draft',
    'artist,client countersign amending,signed_by_one → in_force',
    'artist,client end amending,in_force → ended',
    'artist,client sign amending →',
    'artist,client sign offered → signed_by_one',
    'client ask_change amending,change_asked →',
    'client ask_change offered,signed_by_one → change_asked',
    'system close amending,change_asked,draft,in_force,offered,signed_by_one → ended',
  ],
  assignment: [
    'admin,artist set_completed accepted,expired,proposed,seen,sent,talking → completed',
    'admin,artist set_completed called_off,completed,declined,passed,withdrawn →',
    'admin,artist set_in_review accepted,called_off,declined,passed,proposed,talking,withdrawn →',
    'admin,artist set_in_review completed,expired,seen,sent → talking',
    'admin,artist set_new accepted,called_off,declined,expired,passed,proposed,seen,sent,withdrawn →',
    'admin,artist set_new completed,talking → seen',
    'artist complete proposed,talking → completed',
    'artist decline expired,proposed,seen,sent,talking → declined',
    'artist open accepted,called_off,completed,declined,expired,passed,proposed,seen,talking,withdrawn →',
    'artist open sent → seen',
    'artist propose expired,seen,sent,talking → proposed',
    'artist propose proposed →',
    'artist retract proposed → talking',
    'artist,client call_off accepted → called_off',
    'artist,client complete accepted → completed',
    'artist,client complete completed →',
    'artist,client dispute completed → talking',
    'artist,client undo_complete completed → talking',
    'artist,client write accepted,called_off,completed,proposed,talking →',
    'artist,client write expired,seen,sent → talking',
    'client accept proposed → accepted',
    'client ask_again passed → talking',
    'client close accepted,expired,proposed,seen,sent,talking → withdrawn',
    'client close called_off,completed,declined,passed,withdrawn →',
    'client turn_down proposed → talking',
    'system expire seen,sent,talking → expired',
    'system pass expired,proposed,seen,sent,talking → passed',
  ],
  payment: [
    'artist ask disputed,due,planned → asked',
    'artist dispute reported → disputed',
    'artist receive asked,disputed,due,planned,reported → received',
    'artist waive asked,disputed,due,planned → waived',
    'client dispute asked,due → disputed',
    'client report asked,disputed,due,planned → reported',
    'client report reported →',
    'system fall_due planned → due',
  ],
  sketch: [
    'artist offer_round changes_asked,open →',
    'artist reopen approved → artist_reopens',
    'artist reopen artist_reopens →',
    'artist reopen client_reopens → open',
    'artist send changes_asked → open',
    'artist send open →',
    'artist,client keep approved →',
    'artist,client keep artist_reopens,client_reopens → approved',
    'artist,client pin changes_asked,open →',
    'client agree_round changes_asked,open →',
    'client approve changes_asked,open → approved',
    'client ask_changes open → changes_asked',
    'client reopen approved → client_reopens',
    'client reopen artist_reopens → open',
    'client reopen client_reopens →',
    'system unlock locked → open',
  ],
  paper: [
    'admin check sent → checked',
    'admin refuse checked,sent → refused',
    'admin replace checked → removed',
    'admin,artist replace ended,refused → removed',
    'artist remove checked,ended,refused,sent → removed',
    'artist replace sent → removed',
    'system end checked,sent → ended',
  ],
};

test.each(Object.entries(LIFECYCLES))('of the lifecycle %s nothing else', async (name, moves) => {
  const rows = await db.sql<{ move: string }>(
    `select concat_ws(' ', actors, event, string_agg(state, ',' order by state), '→', becomes) as move
     from (select event, state, nullif(becomes, state) as becomes, string_agg(actor, ',' order by actor) as actors
       from private.moves where process = '${name}' group by event, state, becomes) m
     group by actors, event, becomes order by 1`,
  );
  expect(rows.map(({ move }) => move)).toEqual(moves);
});
