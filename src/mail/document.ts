import { LANGUAGE, type Language } from '#config/language.ts';
import { pathIn } from '#config/language-paths.ts';

/** What a mail says, once: `html.ts` and `plain.ts` show it in their two ways. */
export interface MailDocument {
  /** Who and what. */
  subject: string;
  /** The line that mailboxes show behind the subject. */
  preview: string;
  heading: string;
  blocks: Block[];
  button: {
    label: string;
    /** A path of the site. */
    path: string;
  };
  /** Why the reader gets this email. */
  why: string;
  /** A quiet link behind that, for whom it was not meant. */
  aside?: { label: string; path: string } | null;
}

export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }
  /** Each leads to a path of the site. */
  | { kind: 'links'; items: { text: string; path: string }[] }
  | { kind: 'facts'; rows: [name: string, value: string][] }
  /** A person's own words. */
  | { kind: 'quote'; text: string; lang?: Language };

/** What surrounds every mail. */
export interface Frame {
  /** Absolute, of the button. */
  href: string;
  /** The site's address. */
  origin: string;
  /** Its home page in the language of the mail. */
  home: string;
  /** The page that ends mails of this kind; none where they cannot be ended. */
  unsubscribeUrl: string | null;
}

/** A path of the site as an address: in the language of the mail, also where the database gave it. */
export const addressOf = (path: string, origin: string): string =>
  new URL(pathIn(LANGUAGE, path), origin).href;

/** One line: no header, no paragraph and no other direction of writing is made of what a person typed. */
export function asOneLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ').trim();
}

/** Lines as they were typed, without what cannot be seen and without empty room. */
export function lines(text: string): string {
  return visible(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Control characters but line breaks become spaces; marks that turn the direction of writing go. */
function visible(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}
