import { describe, expect, it } from 'vitest';
import { ROLES } from '#lib/options.ts';
import type { Account } from './auth.api.ts';
import { accessFor } from './guard.store.ts';

const account: Account = {
  id: 'a',
  email: 'ada@example.com',
  name: 'Ada',
  givenName: '',
  newEmail: null,
  language: 'en',
  phone: '',
};

describe('who may see a dashboard (section 6)', () => {
  for (const page of ROLES) {
    for (const role of [...ROLES, null]) {
      const expected = role === page ? 'ready' : 'go';
      it(`${role ?? 'no role'} on the ${page} dashboard: ${expected}`, () => {
        const access = accessFor({ status: 'in', account, role }, page, '/x');
        expect(access).toEqual(
          role === page ? { state: 'ready', account } : { state: 'go', to: '/' },
        );
      });
    }
  }

  it('sends somebody without a session to /auth, and says where to come back to', () => {
    const access = accessFor({ status: 'out' }, 'artist', '/dashboard/artist/leads?status=new');
    expect(access).toEqual({
      state: 'go',
      to: '/auth?redirect=%2Fdashboard%2Fartist%2Fleads%3Fstatus%3Dnew',
    });
  });

  it.each([
    ['loading', 'wait'],
    ['redirecting', 'wait'],
    ['unreachable', 'retry'],
  ] as const)('%s: %s', (status, state) => {
    expect(accessFor({ status }, 'artist', '/x')).toEqual({ state });
  });
});
