import { expect, it } from 'vitest';
import { QUOTE_FIELDS } from '../../quote-fields.ts';
import { STEPS, stepOf } from './steps.ts';

it('every field of the form is asked for in one step', () => {
  expect(STEPS.flatMap(({ fields }) => fields).toSorted()).toEqual(QUOTE_FIELDS.toSorted());
  for (const field of QUOTE_FIELDS) expect(STEPS[stepOf(field)]?.fields).toContain(field);
});
