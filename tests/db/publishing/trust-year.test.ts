/** @module-tag long */
import { expect, test } from 'vitest';
import { backendOfFile } from '../../support/backend.ts';
import { ATTACKS, gainOf, honestYear } from '../../support/trust-year.ts';
import { scratch } from '../support/actors.ts';

const db = await backendOfFile();

test('a year of work that is made up gains two reviews and a tenth of a price at most', () =>
  scratch(db, async (tx) => {
    const before = await honestYear(tx);
    // Clients who are somebody count, each once.
    expect(before.reviews).toBe(1200);
    for (const [name, attack] of Object.entries(ATTACKS)) {
      const gain = await gainOf(tx, attack, before);
      expect([name, gain.reviews <= 2, gain.price <= 0.1, gain]).toEqual([name, true, true, gain]);
    }
  }));
