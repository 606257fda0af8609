import { expect, test } from 'vitest';
import { CODE_CASES } from '#tests/support/cases/code-cases.ts';
import { codeDigits } from './digits-code.ts';

test.each(CODE_CASES)('the code of %j is %j', (text, code) => expect(codeDigits(text)).toBe(code));
