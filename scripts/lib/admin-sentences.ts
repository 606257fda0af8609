/** What the command says to an operator when the database or the account service refuses. */
export function refusal(problem: unknown, email?: string): Error {
  const { code, error_code, message, msg } = Object(problem) as Record<string, unknown>;
  if (email !== undefined && code === 'account_unknown') return unknownAccount(email);
  if (email !== undefined && error_code === 'email_exists') return knownAccount(email);
  return new Error(`The database refused: ${message ?? msg ?? 'no reason given'}`);
}

export function unknownAccount(email: string): Error {
  return new Error(
    `There is no account with the email ${email}. Sign up on the site first, then run this again; "npm run admin -- create ${email}" makes an admin at once.`,
  );
}

export function knownAccount(email: string): Error {
  return new Error(
    `There is an account with the email ${email} already. "npm run admin -- grant ${email}" makes it an admin, "npm run admin -- password ${email}" gives it a new password.`,
  );
}
