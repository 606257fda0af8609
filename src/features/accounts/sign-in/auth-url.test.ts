import { describe, expect, it } from 'vitest';
import { type AuthMode, authSearch, destination, readAuthUrl } from './auth-url.ts';

describe('readAuthUrl', () => {
  it.each<[string, string, AuthMode]>([
    ['', '', 'sign-in'],
    ['?mode=register', '', 'sign-up'],
    ['?mode=recovery', '', 'recover'],
    ['?mode=recovery', '#access_token=a&refresh_token=b&type=recovery', 'new-password'],
    ['', '#access_token=a&refresh_token=b&type=recovery', 'new-password'],
    ['', '#access_token=a&refresh_token=b&type=signup', 'sign-in'],
    ['?mode=recovery', '#error=access_denied&error_description=Link+expired', 'recover'],
    ['', '#token_hash=abc&type=recovery', 'link'],
    ['?mode=register', '#token_hash=abc&type=email_change_undo', 'link'],
    ['?token_hash=abc&type=signup', '', 'link'],
    ['', '#token_hash=abc&type=nonsense', 'sign-in'],
    ['?mode=code&type=signup', '', 'code'],
  ])('%j with %j opens %s', (search, hash, mode) => {
    expect(readAuthUrl(search, hash).mode).toBe(mode);
  });

  it('takes artist as a role and nothing above it', () => {
    expect(readAuthUrl('?role=artist', '').role).toBe('artist');
    expect(readAuthUrl('?role=admin', '').role).toBe('client');
    expect(readAuthUrl('', '').role).toBe('client');
  });

  it.each([
    ['/dashboard/artist/leads', '/dashboard/artist/leads'],
    ['/quote?artist=1', '/quote?artist=1'],
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['https://evil.example/', null],
    ['javascript:alert(1)', null],
    ['/auth', null],
    ['/auth?redirect=%2Fauth', null],
    ['/authors', '/authors'],
    ['', null],
  ])('redirect=%j leads to %j', (redirect, expected) => {
    expect(readAuthUrl(`?redirect=${encodeURIComponent(redirect)}`, '').redirect).toBe(expected);
  });

  it('reads the link of a mail, and what a code is for', () => {
    expect(readAuthUrl('', '#token_hash=a-b_c&type=invite').link).toEqual({
      type: 'invite',
      tokenHash: 'a-b_c',
    });
    expect(readAuthUrl('', '#token_hash=abc').link).toBeNull();
    expect(readAuthUrl('', '#token_hash=abc').linkError).toBe('This link isn’t complete.');
    expect(readAuthUrl('?mode=code&type=recovery', '').codeType).toBe('recovery');
    expect(readAuthUrl('?mode=code&type=x', '').codeType).toBe('email');
  });

  it.each([
    ['https://muro.example/dashboard/client?tab=1', '/dashboard/client?tab=1'],
    ['https://muro.example', null],
    ['https://muro.example/auth?mode=recovery', null],
    ['https://muro.example//evil.example', null],
    ['https://muro.example:444/artists', null],
    ['http://muro.example/artists', null],
    ['https://evil.example/artists', null],
    ['https://muro.example@evil.example/', null],
    ['https://muro.example.evil.example/', null],
    ['//evil.example', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
  ])('redirect_to=%j of a mail leads to %j', (address, expected) => {
    const params = new URLSearchParams({ token_hash: 'a', type: 'signup', redirect_to: address });
    expect(readAuthUrl('', `#${params}`, 'https://muro.example').redirect).toBe(expected);
    expect(readAuthUrl(`?${params}`, '', 'https://muro.example').redirect).toBe(expected);
  });

  it('says what is wrong with a link', () => {
    expect(readAuthUrl('', '#error=x&error_description=Too+late').linkError).toBe('Too late');
    expect(readAuthUrl('', '#error=x').linkError).toBe('This link isn’t valid.');
    expect(readAuthUrl('', '#access_token=a').linkError).toBeNull();
  });
});

describe('destination', () => {
  it.each([
    ['/dashboard/artist/leads', 'artist', '/dashboard/artist/leads'],
    ['/dashboard/admin', 'artist', '/'],
    ['/dashboard/client?tab=1', 'admin', '/'],
    ['/dashboard/client', null, '/'],
    ['/quote?artist=1', 'client', '/quote?artist=1'],
    ['/', null, '/'],
  ] as const)('%s leads %s to %s', (redirect, role, expected) => {
    expect(destination(redirect, role)).toBe(expected);
  });

  it('is the setup for an artist who has just joined and wanted nothing else', () => {
    expect(destination(null, 'artist', true)).toBe('/dashboard/artist/setup?step=1');
    expect(destination('/claim', 'artist', true)).toBe('/claim');
    expect(destination(null, 'client', true)).toBe('/');
    expect(destination(null, 'artist')).toBe('/');
  });
});

describe('authSearch', () => {
  it('keeps the other parameters and opens the same mode again', () => {
    const search = authSearch('sign-up', '?redirect=%2Fquote&mode=recovery');
    expect(search).toBe('?redirect=%2Fquote&mode=register');
    for (const mode of ['sign-in', 'sign-up', 'recover'] as const) {
      expect(readAuthUrl(authSearch(mode, search), '').mode).toBe(mode);
    }
    expect(authSearch('sign-in', '?mode=register')).toBe('');
    expect(authSearch('new-password', '?token_hash=a&type=recovery&redirect_to=b')).toBe('');
  });
});
