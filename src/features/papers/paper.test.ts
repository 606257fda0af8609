import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#lib/errors.ts';
import { certificateSchema, paperFacts } from './paper.ts';
import { isPdf } from './paper-file.ts';

const file = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
const TYPED = { file, insurer: ' Acme  Mutual ', amount: '$1,000,000', ends_on: '2027-03-15' };

describe('what is sent', () => {
  it('is what was typed', () => {
    expect(certificateSchema.parse(TYPED)).toEqual({
      file,
      insurer: 'Acme Mutual',
      amount: 1_000_000,
      ends_on: '2027-03-15',
    });
  });

  it.each([
    ['file', undefined, MESSAGES.paper_missing],
    ['insurer', '  ', MESSAGES.insurer_required],
    ['insurer', 'x'.repeat(101), MESSAGES.insurer_too_long],
    ['amount', '', MESSAGES.coverage_invalid],
    ['amount', '0', MESSAGES.coverage_invalid],
    ['amount', '100,000,001', MESSAGES.coverage_invalid],
    ['ends_on', '', MESSAGES.insurance_end_invalid],
    ['ends_on', '2027-02-30', MESSAGES.insurance_end_invalid],
  ])('a broken %s (%j) has its sentence', (field, value, message) => {
    const { error } = certificateSchema.safeParse({ ...TYPED, [field]: value });
    expect(error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([
      [field, message],
    ]);
  });
});

// More of them: tests/db/papers.test.ts, "what is stored".
it.each([
  ['Content-Type: application/pdf\r\n\r\n%PDF-1.4', true],
  [`${'\0'.repeat(1019)}%PDF-1.4`, true],
  [`${'\0'.repeat(1020)}%PDF-1.4`, false],
  ['\n  <?xml version="1.0"?>%PDF-1.7', false],
  ['<\0s\0v\0g\0>\0%PDF-1.7', false],
])('%j is a PDF: %s', (text, is) => {
  expect(isPdf(new TextEncoder().encode(text))).toBe(is);
});

it('is said in a line', () => {
  const paper = { id: '', path: '', state: 'sent', reason: null, created_at: '' } as const;
  const line = paperFacts({ ...paper, insurer: 'Acme', amount: 1_000_000, ends_on: '2027-03-15' });
  expect(line).toBe('Acme · $1,000,000 · ends Mar 15, 2027');
});
