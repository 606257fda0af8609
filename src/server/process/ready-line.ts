import type { DemoAccounts } from '#embedded/index.ts';
import { DEMO_PASSWORD } from '#seed/accounts.ts';

/** The line that ends a start: where the site is, and who can sign in to try it. */
export function readyLine(origin: string, demo: DemoAccounts | null, ms: number): string {
  return `Ready: ${origin}${demo ? accounts(demo) : ''} after ${(ms / 1000).toFixed(1)} s`;
}

function accounts({ published, own }: DemoAccounts): string {
  const parts = [
    published.length > 0 && `${published.join(', ')}; password ${DEMO_PASSWORD}`,
    own.length > 0 && `${own.join(', ')}; with passwords of their own`,
  ].filter(Boolean);
  return ` (demo accounts: ${parts.join('; ')})`;
}
