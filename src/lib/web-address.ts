import { LIMITS } from './limits.ts';
import { readUrl } from './read-url.ts';
import { cleaned } from './visible-text.ts';

/** Ports end at 65535. */
const PORT = '6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{1,4}';
const ADDRESS = new RegExp(
  `^https?://([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}(:(${PORT}))?([/?#][!#-;=?-[\\]_a-z~]*)?$`,
  'i',
);

/**
 * A web address with its scheme, which is https where none was typed; null for anything else, such as a script or a
 * telephone number. `private.web_address` is the same in SQL, which cannot ask a parser of addresses as well.
 */
export const webAddress = (text: string): string | null => addressWithin(text, LIMITS.webAddress);

/**
 * A web address as people paste it: in angle brackets, with the mark that ended its sentence, or with letters beyond
 * ASCII, which are sent encoded.
 */
export function pastedAddress(text: string): string | null {
  const bare = cleaned(text)
    .replace(/^<(.*)>$/, '$1')
    .replace(/[.,;:!]+$/, '');
  if (!/[^!-~]/.test(bare) || /\s/.test(bare)) return webAddress(bare);
  const url = readUrl(withScheme(bare));
  return url && webAddress(url.href);
}

/** The same of at most so many characters. */
export function addressWithin(text: string, most: number): string | null {
  const address = withScheme(text.trim());
  return address.length <= most && ADDRESS.test(address) && readUrl(address) ? address : null;
}

const withScheme = (typed: string): string =>
  /^[a-z][a-z0-9+-]*:/i.test(typed) ? typed : `https://${typed}`;

/** The names of hosts as people know them; others are shown as their host. */
const HOSTS: Record<string, string> = {
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'tiktok.com': 'TikTok',
  'youtube.com': 'YouTube',
  'x.com': 'X',
  'twitter.com': 'X',
  'behance.net': 'Behance',
  'linkedin.com': 'LinkedIn',
  'pinterest.com': 'Pinterest',
  'threads.net': 'Threads',
  'vimeo.com': 'Vimeo',
};

/** What a link to this address is called: 'https://www.instagram.com/ana' is Instagram, 'https://ana.art/work' ana.art. */
export function addressLabel(address: string): string {
  const host = new URL(address).hostname.replace(/^(www|m)\./, '');
  return HOSTS[host] ?? host;
}
