import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { needsPassword } from '../../../supabase/embedded/gateway/storage/pdf-password.ts';

/** Made by pypdf 6: an owner's password for all; `locked` ones ask everybody who opens them, too. */
const read = (name: string) => readFileSync(new URL(`pdf/${name}.pdf`, import.meta.url));

describe.each(['rc4-40', 'rc4-128', 'aes-128', 'aes-256-r5', 'aes-256'])('%s', (kind) => {
  it('opens where only changes need a password', () => {
    expect(needsPassword(read(`${kind}-open`))).toBe(false);
  });
  it('does not open where reading needs one', () => {
    expect(needsPassword(read(`${kind}-locked`))).toBe(true);
  });
});

it('takes strings in brackets for what they are', () => {
  const hex = read('rc4-128-open').toString('latin1');
  const escaped = hex.replaceAll(/(\/[OU]) <([\da-f]+)>/g, (_, name: string, digits: string) => {
    const octal = Buffer.from(digits, 'hex').reduce(
      (all, byte) => `${all}\\${byte.toString(8).padStart(3, '0')}`,
      '',
    );
    return `${name} (${octal})`;
  });
  expect(escaped).not.toBe(hex);
  expect(needsPassword(Buffer.from(escaped, 'latin1'))).toBe(false);
});

it('leaves what is not encrypted, and what only seems so', () => {
  for (const text of ['%PDF-1.7\n%%EOF', '%PDF-1.7\n/Encrypt 9 0 R', ''])
    expect(needsPassword(Buffer.from(text))).toBe(false);
});
