import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEXT_CASES } from '#tests/support/cases/text-cases.ts';
import { cleaned, isVisible, oneLine } from './visible-text.ts';

describe('cleaned', () => {
  it.each(TEXT_CASES)('%j', (typed, kept) => {
    expect(cleaned(typed)).toBe(kept);
    expect(isVisible(typed)).toBe(kept !== '');
  });

  it('gives itself again', () => {
    const odd = [...TEXT_CASES.flatMap(([typed]) => [...typed]), 'a', ' '];
    const any = fc.array(fc.oneof(fc.constantFrom(...odd), fc.string({ unit: 'grapheme' })));
    fc.assert(
      fc.property(any, (parts) => {
        const kept = cleaned(parts.join(''));
        expect(cleaned(kept)).toBe(kept);
      }),
    );
  });

  it('leaves half of a character out', () => expect(cleaned('a\ud83db')).toBe('ab'));

  it('answers large input in linear time', () => {
    const started = performance.now();
    cleaned(`a${'\u00a0'.repeat(1_000_000)}a`);
    cleaned('é\u200d'.repeat(300_000));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

it('oneLine makes one line of several', () =>
  expect(oneLine(' Ana\v \u3000Luz\r\n')).toBe('Ana Luz'));
