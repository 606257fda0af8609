import { expect, test } from 'vitest';
import {
  AGREEMENT_ACTORS,
  AGREEMENT_EVENTS,
  AGREEMENT_STATES,
  nextAgreementState,
} from '#features/agreements/agreement-states.ts';
import { codeOf, scratch } from '../support/actors.ts';
import { id, worldOfFile } from '../support/world.ts';

/** Every pair of state and event, by everybody, is the same in TypeScript and in SQL. */
const db = await worldOfFile();

test.each(AGREEMENT_STATES)('%s', async (state) => {
  for (const event of AGREEMENT_EVENTS)
    for (const actor of AGREEMENT_ACTORS)
      await scratch(db, async (tx) => {
        await tx.sql('delete from private.agreements');
        await tx.sql(
          `insert into private.agreements (lead_id, artist_id, state, version, in_force, ended_by)
             values ($1, $2, $3, 1, case when $3 in ('in_force', 'amending') then 1 end, case $3 when 'ended' then 'client' end)`,
          [id('L1'), id('A2'), state],
        );
        const next = nextAgreementState(state, event, actor);
        const move = tx.sql<{ next: string }>(
          'select private.move_agreement($1, $2, $3, $4) as next',
          [id('L1'), id('A2'), event, actor],
        );
        const what = `${actor} ${event} ${state}`;
        if (next) return expect((await move)[0]?.next, what).toBe(next);
        expect(await move.catch(codeOf), what).toBe('move_refused');
      });
});
