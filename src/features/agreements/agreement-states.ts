/** How far an artist and a client are with their agreement; `private.moves` has what moves it. */
export const AGREEMENT_STATES = [
  /** Nothing is offered; the artist's browser keeps what is typed. */
  'draft',
  'offered',
  'change_asked',
  'signed_by_one',
  'in_force',
  /** In force, while a new version waits for both. */
  'amending',
  'ended',
] as const;
