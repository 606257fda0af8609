import { describe, expect, it } from 'vitest';
import { forgiven, linkParams, linkSecret, readLinkHash } from './forgiven-link.ts';

const likeliest = (path: string) => {
  const all = forgiven(path);
  const one = all.at(-1);
  return one && one.path + one.hash;
};

describe('an address that has no page', () => {
  it.each([
    ['/artists/', '/artists'],
    ['/artists.html', '/artists'],
    ['/index.html', '/'],
    ['/Artists', '/artists'],
    ['/ARTIST/Ana-Luz', '/artist/ana-luz'],
    ['//artist//ana-luz', '/artist/ana-luz'],
    ['/artist/ana-luz.', '/artist/ana-luz'],
    ['/artist/ana-luz).', '/artist/ana-luz'],
    ['/artist/ana-luz/,', '/artist/ana-luz'],
    ['/artist/ana-luz%3E', '/artist/ana-luz'],
    ['/artist/ana-luz%20', '/artist/ana-luz'],
    ['/artist/ana-luz\u201d', '/artist/ana-luz'],
    ['/artist/ana\u200b-luz', '/artist/ana-luz'],
    ['/request#T0k_en-', '/request#T0k_en-'],
    ['/request%23T0ken', '/request#T0ken'],
    ['/Request%2523T0ken.', '/request#T0ken'],
    ['/auth#token_hash=aB&type=signup', '/auth#token_hash=aB&type=signup'],
  ])('%s may have meant %s', (path, meant) => expect(likeliest(path)).toBe(meant));

  it.each(['/artists', '/', '/mural/river'])('%s is itself', (path) =>
    expect(forgiven(path)).toEqual([]),
  );

  it.each(['//evil.example', '/\\evil.example', '///', '/%2F%2Fevil.example', '/%5Cevil.example'])(
    '%s never leads to another site',
    (path) => {
      for (const one of forgiven(path)) expect(one.path).not.toMatch(/^\/[/]/);
    },
  );
});

describe('what stands behind #', () => {
  it.each([
    ['T0k_en-', 'T0k_en-', {}],
    ['T0ken.', 'T0ken', {}],
    ['T0ken%3E', 'T0ken', {}],
    ['T0ken\u201d)', 'T0ken', {}],
    ['#T0ken', 'T0ken', {}],
    ['T0=\n ken', 'T0ken', {}],
    ['T0ken&not-me', 'T0ken', { 'not-me': '' }],
    ['T0ken%26not-me.', 'T0ken', { 'not-me': '' }],
    ['T0ken?utm_source=mail&fbclid=x', 'T0ken', { utm_source: 'mail', fbclid: 'x' }],
    ['T0ken&utm_source=m&artist=1-2', 'T0ken', { utm_source: 'm', artist: '1-2' }],
    ['', '', {}],
    ['%E2%80', 'E2', {}],
  ])('%s', (hash, token, marks) => {
    const read = readLinkHash(hash);
    expect([read.token, Object.fromEntries(read.marks)]).toEqual([token, marks]);
  });

  it.each(['confirm=T0ken', '#confirm=T0ken.', 'confirm%3DT0ken%3E', 'confirm=T0ken?utm_source=m'])(
    '%s is a secret by its name',
    (hash) => expect(linkSecret(linkParams(hash).get('confirm') ?? '')).toBe('T0ken'),
  );

  it('is a secret without what was put around it', () => {
    for (const text of ['<abc>', ' abc. ', '"abc"', 'abc']) expect(linkSecret(text)).toBe('abc');
  });
});
