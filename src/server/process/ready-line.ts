import type { DemoAccounts } from '#embedded/index.ts';
import { DEMO_PASSWORD } from '#seed/accounts.ts';

/** What ends a start: where the site is, who can sign in to try it, and how to make the first admin. */
export function readyLine(origin: string, demo: DemoAccounts | null, ms: number): string {
  const ready = `Ready: ${origin}${demo ? accounts(demo) : ''} after ${(ms / 1000).toFixed(1)} s`;
  return demo?.needsAdmin
    ? `${ready}\nNext: npm run admin -- create EMAIL makes the first admin.`
    : ready;
}

function accounts({ published, own }: DemoAccounts): string {
  const parts = [
    published.length > 0 && `${published.join(', ')}; password ${DEMO_PASSWORD}`,
    own.length > 0 && `${own.join(', ')}; with passwords of their own`,
  ].filter(Boolean);
  return parts.length > 0 ? ` (demo accounts: ${parts.join('; ')})` : '';
}
