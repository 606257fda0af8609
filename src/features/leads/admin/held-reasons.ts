/** By the reason that the database gives. */
const HELD_REASONS: Record<string, string> = {
  honeypot: 'filled in a hidden field.',
  too_fast: 'sent faster than a person can type.',
  client_limit: 'many requests from one network within minutes.',
  account_limit: 'many requests from this account within an hour.',
  total_limit: 'many requests from everywhere within minutes.',
};

/** Why a lead waits for an admin. */
export function heldBecause(reason: string | null): string {
  const why = HELD_REASONS[reason ?? ''] ?? reason;
  return why ? `Possible spam: ${why}` : 'Possible spam';
}
