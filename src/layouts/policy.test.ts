import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withOwnHashes } from './policy.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const page = (scripts: string, body: string) =>
  `<meta http-equiv="content-security-policy" content="script-src 'self' ${scripts}; style-src 'self' ${hash('css')};">${body}`;

describe('the policy of a page', () => {
  it('keeps the hashes of its own scripts and drops those of others', () => {
    const body = '<script>a()</script><script type="module" src="/x.js"></script>';
    expect(withOwnHashes(page(`${hash('a()')} ${hash('b()')}`, body))).toBe(
      page(hash('a()'), body),
    );
  });

  it('leaves resources and the hashes of styles alone', () => {
    expect(withOwnHashes(page("'wasm-unsafe-eval'", ''))).toBe(page("'wasm-unsafe-eval'", ''));
  });

  it('does not allow a script that Astro did not', () => {
    const body = '<script>evil()</script>';
    expect(withOwnHashes(page("'self'", body))).toBe(page("'self'", body));
  });

  it('does not take structured data for a script', () => {
    const body = '<script type="application/ld+json">{}</script>';
    expect(withOwnHashes(page(hash('{}'), body))).not.toContain(hash('{}'));
  });
});
