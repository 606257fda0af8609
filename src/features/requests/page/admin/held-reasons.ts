/** Why a lead waits for an admin, by the reason that the database gives. */
export const HELD_REASONS: Record<string, string> = {
  honeypot: 'A field that people cannot see was filled in.',
  too_fast: 'It was sent faster than a person can type.',
  client_limit: 'Unusually many requests came from one network within minutes.',
  account_limit: 'This account sent unusually many requests within an hour.',
  total_limit: 'Unusually many requests came from everywhere within minutes.',
};
