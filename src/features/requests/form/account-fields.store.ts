import type { AccountContact } from '#data/account-contact.ts';
import type { QuoteDraft } from '../quote-fields.ts';

export type AccountFields = Pick<QuoteDraft, 'name' | 'email' | 'phone'>;
const FIELDS = ['name', 'email', 'phone'] as const;

/** What an account says for the form; nothing without one. */
export function accountFields(contact: AccountContact | null): AccountFields {
  return {
    name: contact?.givenName ?? '',
    email: contact?.email ?? '',
    phone: contact?.phone ?? '',
  };
}

/**
 * The form with what the account of now says in the fields that nobody has filled in: the empty ones, and those that
 * still hold what the account `before` said. An empty field that the client is in (`focused`) is theirs: what they type
 * would be added to what appears.
 */
export function withAccount(
  draft: QuoteDraft,
  account: AccountFields,
  before: AccountFields | null = null,
  focused: string | null = null,
): QuoteDraft {
  const filled = { ...draft };
  for (const field of FIELDS) {
    const empty = draft[field] === '' && field !== focused;
    if (empty || (draft[field] !== '' && draft[field] === before?.[field]))
      filled[field] = account[field];
  }
  return filled;
}
