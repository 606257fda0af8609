import { LIMITS } from './limits.ts';

const ADDRESS =
  /^https?:\/\/([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(:[0-9]{1,5})?([/?#][!#-;=?-[\]_a-z~]*)?$/i;

/**
 * A web address with its scheme, which is https where none was typed; null for anything else, such as a script or a
 * telephone number. `private.web_address` is the same in SQL.
 */
export const webAddress = (text: string): string | null => addressWithin(text, LIMITS.webAddress);

/** The same of at most so many characters. */
export function addressWithin(text: string, most: number): string | null {
  const typed = text.trim();
  const address = /^[a-z][a-z0-9+-]*:/i.test(typed) ? typed : `https://${typed}`;
  return address.length <= most && ADDRESS.test(address) ? address : null;
}

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
