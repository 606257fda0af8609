import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { agreementCase } from '#tests/support/cases/agreement-cases.ts';
import { AgreementDocument } from './AgreementDocument.tsx';
import { agreementDraftSchema, agreementSchema } from './agreement.ts';

const version = (titles: string[]) => ({
  ...{ version: 1, hash: 'a'.repeat(64), created_at: '2026-11-28T01:40:00Z', signatures: [] },
  body: agreementSchema.parse(
    agreementDraftSchema.parse(
      agreementCase({ clauses: titles.map((title) => ({ title, text: 'Some words.' })) }),
    ),
  ),
});

/** React keeps a part of an earlier version where two parts have one key. */
test.each([[['Note', 'Note']], [['Price', 'The people and the wall']]])(
  'keeps clauses of one title apart: %j',
  (titles) => {
    const photos = {} as Parameters<typeof AgreementDocument>[0]['photos'];
    const { children } = (
      AgreementDocument({ version: version(titles), photos }) as ReactElement<{
        children: unknown[];
      }>
    ).props;
    const keys = children
      .filter(Array.isArray)
      .flatMap((list: ReactElement[]) => list.map(({ key }) => key));
    expect(keys.length).toBeGreaterThan(7);
    expect(new Set(keys).size).toBe(keys.length);
  },
);
