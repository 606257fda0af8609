import { describe, expect, it } from 'vitest';
import { forgiven, forgivenQuery, linkParams, linkSecret, readLinkHash } from './forgiven-link.ts';

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
    ['/auth%23token_hash=3DaB&amp;type=3Dsignup', '/auth#token_hash=aB&type=signup'],
    ['/artist/ana-luz%', '/artist/ana-luz'],
    ['/artist/ana-luz%2', '/artist/ana-luz'],
    ['/artist/ana%-luz', '/artist/ana-luz'],
    ['/artist/ana-luz%E2%80', '/artist/ana-luz'],
    ['/artist/ana-luz%0A', '/artist/ana-luz'],
    ['/artist/ana-luz%0D%0A', '/artist/ana-luz'],
    ['/artist/ana-luz%00', '/artist/ana-luz'],
    ['/artist/ana%C2%AD-luz', '/artist/ana-luz'],
    ['/artist/ana-luz%E2%80%8B', '/artist/ana-luz'],
    ['/artist/ana-luz&quot;', '/artist/ana-luz'],
    ['/artist/ana-luz&gt', '/artist/ana-luz'],
    ['/artist/ana-luz=20', '/artist/ana-luz'],
    ['/artist/ana-luz=', '/artist/ana-luz'],
    ['/artist/ana-luz/index.html', '/artist/ana-luz'],
    ['/Artist//Ana-Luz/index.html.', '/artist/ana-luz'],
    ['/mural-artists/san-antonio-tx-tx', '/mural-artists/san-antonio-tx'],
    ['/mural-artists/San-Antonio-TX/"', '/mural-artists/san-antonio-tx'],
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

describe('a query', () => {
  it.each([
    ['?token=3Dabc', '?token=abc'],
    ['?style=3Dabstract&city=3DAustin', '?style=abstract&city=Austin'],
    ['?style=abstract&amp;city=Austin', '?style=abstract&city=Austin'],
    ['?style=abstract&amp;amp;city=Austin', '?style=abstract&city=Austin'],
    ['?style=abstract&AMP%3Bcity=Austin', '?style=abstract&city=Austin'],
    ['?style=abstract)', '?style=abstract'],
    ['?style=abstract>,', '?style=abstract'],
    ['?style=abstract%20', '?style=abstract'],
    ['?style=abstract%0D%0A', '?style=abstract'],
    ['?style=abstract%22%29.', '?style=abstract'],
    ['?style=abstract%E2%80%9D', '?style=abstract'],
    ['?style=ab%E2%80%8Bst%C2%ADract', '?style=abstract'],
    ['?style=abstract%', '?style=abstract'],
    ['?style=abstract%E2%80', '?style=abstract'],
    ['?style=abstract&', '?style=abstract'],
    ['?', ''],
    ['', ''],
    ['?q=100%', '?q=100%'],
    ['?q=St.', '?q=St.'],
    ['?q=3D+art', '?q=3D+art'],
    ['?q=3D', '?q=3D'],
    ['?page=20', '?page=20'],
    ['?q=a%26amp%3Bb&style=abstract', '?q=a%26amp%3Bb&style=abstract'],
    ['?city=New%20Braunfels&sort=-rating', '?city=New%20Braunfels&sort=-rating'],
    ['?artists=ana-luz,ben-ray', '?artists=ana-luz,ben-ray'],
    ['?artists=3dmurals&x=3', '?artists=3dmurals&x=3'],
  ])('%s may have meant %s', (query, meant) => {
    expect(forgivenQuery(query)).toBe(meant);
    expect(forgivenQuery(meant)).toBe(meant);
  });
});

/** A secret as the product makes them may begin as a leftover of quoted-printable does. */
const SECRET = `3D${'a'.repeat(41)}`;

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
    ['%E2%80', '', {}],
    ['T0ken%E2%80', 'T0ken', {}],
    ['T0ken%', 'T0ken', {}],
    ['T0ken%0A', 'T0ken', {}],
    ['T0ken=20', 'T0ken', {}],
    ['T0\u200bk\u00aden', 'T0ken', {}],
    ['%3CT0ken%3E', 'T0ken', {}],
    ['T0ken&amp;not-me', 'T0ken', { 'not-me': '' }],
    ['T0ken&amp;utm_source=3Dm&amp;artist=3D1-2', 'T0ken', { utm_source: 'm', artist: '1-2' }],
    [SECRET, SECRET, {}],
  ])('%s', (hash, token, marks) => {
    const read = readLinkHash(hash);
    expect([read.token, Object.fromEntries(read.marks)]).toEqual([token, marks]);
  });

  it.each([
    'confirm=T0ken',
    '#confirm=T0ken.',
    'confirm%3DT0ken%3E',
    'confirm=T0ken?utm_source=m',
    'confirm=3DT0ken',
    'utm_source=3Dm&amp;confirm=3DT0ken%',
  ])('%s is a secret by its name', (hash) =>
    expect(linkSecret(linkParams(hash).get('confirm') ?? '')).toBe('T0ken'),
  );

  it.each([`confirm=${SECRET}`, `confirm=3D${SECRET}`])('%s keeps its letters', (hash) =>
    expect(linkSecret(linkParams(hash).get('confirm') ?? '')).toBe(SECRET),
  );

  it('is a secret without what was put around it', () => {
    for (const text of ['<abc>', ' abc. ', '"abc"', 'abc']) expect(linkSecret(text)).toBe('abc');
  });
});
