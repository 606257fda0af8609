/** Why an artist says no, as the client reads it. */
export const DECLINE_REASONS = [
  'Fully booked',
  'Too far away',
  'Not my kind of work',
  'Budget is too small',
] as const;
