import { expect, it } from 'vitest';
import { QUOTE_FIELDS } from '../../quote-fields.ts';
import { STEPS, stepOfField } from './steps.ts';

it('every field of the form is asked for in one step', () => {
  expect(STEPS.flatMap(({ fields }) => fields).toSorted()).toEqual(QUOTE_FIELDS.toSorted());
  for (const field of QUOTE_FIELDS) expect(STEPS[stepOfField(field)]?.fields).toContain(field);
});
