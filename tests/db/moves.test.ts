import { expect, test } from 'vitest';
import {
  AGREEMENT_EVENTS,
  AGREEMENT_STATES,
  nextAgreementState,
} from '#features/agreements/agreement-states.ts';
import {
  nextPaymentState,
  PAYMENT_EVENTS,
  PAYMENT_STATES,
} from '#features/payments/payment-states.ts';
import {
  ACTORS,
  ASSIGNMENT_EVENTS,
  ASSIGNMENT_STATES,
  nextState,
} from '#features/requests/assignment.ts';
import { nextSketchState, SKETCH_EVENTS, SKETCH_STATES } from '#features/sketches/sketch.ts';
import { backendOfFile } from '#tests/support/backend.ts';

const db = await backendOfFile();

type Next = (state: string, event: string, actor: string) => string | null;
const LIFECYCLES = {
  assignment: [ASSIGNMENT_STATES, ASSIGNMENT_EVENTS, nextState as Next],
  agreement: [AGREEMENT_STATES, AGREEMENT_EVENTS, nextAgreementState as Next],
  payment: [PAYMENT_STATES, PAYMENT_EVENTS, nextPaymentState as Next],
  sketch: [SKETCH_STATES, SKETCH_EVENTS, nextSketchState as Next],
} as const;

test.each(Object.entries(LIFECYCLES))(
  'every pair of state and event of an %s is the same in SQL and TypeScript, by everybody',
  async (name, [states, events, next]) => {
    const moves = states.flatMap((state) =>
      events.flatMap((event) =>
        ACTORS.flatMap((actor) => {
          const becomes = next(state, event, actor);
          return becomes ? `${actor}: ${event} makes ${state} ${becomes}` : [];
        }),
      ),
    );
    const rows = await db.sql<{ move: string }>(
      `select format('%s: %s makes %s %s', actor, event, state, becomes) as move from private.${name}_moves`,
    );
    expect(rows.map(({ move }) => move).sort()).toEqual(moves.sort());
  },
);
