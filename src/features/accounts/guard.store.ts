import { paths } from '#config/paths.ts';
import type { Role } from '#lib/options.ts';
import type { Account } from './auth.api.ts';
import type { SessionState } from './session-store.store.ts';

/** What a dashboard page may do with the present session. */
export type Access =
  | { state: 'wait' }
  | { state: 'retry' }
  | { state: 'ready'; account: Account }
  | { state: 'go'; to: string };

/** The same as a page sees it, which waits where the person is sent on. */
export type PageAccess = Exclude<Access, { state: 'go' }>;

/** Section 6: no session leads to /auth (and back here after signing in), a role without this page leads to /. */
export function accessFor(session: SessionState, role: Role, here: string): Access {
  switch (session.status) {
    case 'loading':
    case 'redirecting':
      return { state: 'wait' };
    case 'unreachable':
      return { state: 'retry' };
    case 'out':
      return { state: 'go', to: paths.authThen(here) };
    case 'in':
      if (session.role !== role) return { state: 'go', to: paths.home };
      return { state: 'ready', account: session.account };
  }
}
