import { isEmail } from '#lib/email-form.ts';
import { SITE } from './site.ts';

/** Reads `Name <address>` or an address alone. Throws one sentence that names the variable. */
export function readMailbox(variable: string, text: string): Mailbox {
  const [, named, inBrackets, bare] = /^(?:([^<>\p{Cc}]*)<([^<>]*)>|([^<>]*))$/u.exec(text) ?? [];
  const address = (inBrackets ?? bare ?? '').trim();
  const name = (named ?? '').trim().replace(/^"(.*)"$/, '$1');
  if (isEmail(address)) return { name: name || SITE.name, address };
  throw new Error(
    `${variable} must be an address, as in '${SITE.name} <hello@example.com>', not '${text}'.`,
  );
}

/** A person, and where to reach them. */
export interface Mailbox {
  name: string;
  address: string;
}
