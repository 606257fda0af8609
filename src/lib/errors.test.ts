import { describe, expect, it } from 'vitest';
import { isErrorCode, messageFor } from './errors.ts';

describe('errors', () => {
  it('turns a code into its sentence, and anything else into the fallback', () => {
    expect(messageFor('name_required', 'x')).toBe('Name is required');
    for (const code of ['PGRST116', '', null, undefined, 7, 'toString', '__proto__']) {
      expect(messageFor(code, 'Failed to save profile')).toBe('Failed to save profile');
      expect(isErrorCode(code)).toBe(false);
    }
  });
});
