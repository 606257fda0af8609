import { paths, sameOriginPath } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { optionLabel, wordFor } from '#lib/options.ts';
import { sizeLabel } from '#lib/size-label.ts';
import type { z } from '#lib/zod.ts';
import type { MailLead, ownRequestData } from './data.ts';
import type { Block, MailDocument } from './document.ts';

export const WHY_ARTIST = `Sent because you have an artist profile at ${SITE.name}:`;
export const WHY_ACCOUNT = `Sent because of your account at ${SITE.name}:`;
export const WHY_ADMIN = `Sent because you are an admin of ${SITE.name}:`;

/** Names as a sentence has them: all of two, otherwise the first and how many more. */
export function namesOf(artists: readonly { name: string }[]): string {
  const [first = '', second] = artists.map(({ name }) => name);
  if (second === undefined) return first;
  return artists.length === 2
    ? `${first} and ${second}`
    : `${first} and ${artists.length - 1} more`;
}

/** No list of names is longer. */
const LISTED = 5;

/** The first names of a list, and how many more there are. */
export function firstNamesOf(artists: readonly { name: string }[]): string[] {
  const names = artists.slice(0, LISTED).map(({ name }) => name);
  const more = artists.length - names.length;
  return more > 0 ? [...names, `and ${more} more`] : names;
}

/** ' in Austin', or nothing where the request names no city. */
export const inCity = ({ city }: MailLead) => (city ? ` in ${city}` : '');

export const requestOf = ({ kind }: Pick<MailLead, 'kind'>) =>
  kind === 'consultation' ? 'request for a call' : 'mural request';

/** 'an abstract mural', or 'a mural' where the style says nothing. */
export function muralOf({ style_preference: style }: MailLead): string {
  return !style || style === 'other' ? 'mural' : `${wordFor(style).toLowerCase()} mural`;
}

/** A style that the form has no word for is that of the murals they like, as on their pages. */
function styleOf({ style_preference: style, liked }: MailLead): string | null {
  if (style === 'other' && liked.length > 0) return `Like ${liked.join(', ')}`;
  return style && optionLabel(style);
}

/** What was chosen from lists. Safe in an email to an address that a stranger typed. */
function choicesOf(lead: MailLead): [string, string][] {
  return facts([
    ['Style', styleOf(lead)],
    ['Surface', lead.surface_type && optionLabel(lead.surface_type)],
    ['Budget', lead.budget_range && optionLabel(lead.budget_range)],
  ]);
}

/** What the client chose, and the request's reference. */
export function ownFactsOf({
  lead,
  reference,
}: z.output<typeof ownRequestData>): [string, string][] {
  return [...choicesOf(lead), ...facts([['Reference', reference ?? null]])];
}

/** Which of an artist's leads a later email is about. */
export const wallOf = (lead: MailLead): Block => ({
  kind: 'facts',
  rows: facts([
    ['City', lead.city],
    ['Size', sizeOf(lead)],
  ]),
});

/** All that is asked for but the description. */
export function leadFactsOf(lead: MailLead): [string, string][] {
  return facts([['City', lead.city], ...choicesOf(lead), ['Size', sizeOf(lead)]]);
}

const sizeOf = ({ mural_size }: MailLead) => mural_size && sizeLabel(mural_size);
const facts = (rows: [string, string | null][]) =>
  rows.filter((row): row is [string, string] => Boolean(row[1]));

const SENT_HERE = `Sent because someone used this email for a request on ${SITE.name}`;

/** Why the client gets an email, and the way out for a stranger to the request, which needs the request's link. */
export function whyRequest({ link }: z.output<typeof ownRequestData>) {
  const own = sameOriginPath(link);
  if (!own) return { why: `${SENT_HERE}. If that wasn’t you, ignore this email:` };
  return {
    why: `${SENT_HERE}:`,
    aside: { label: 'I didn’t send this', path: paths.notMine(own) },
  };
}

/** The same around an email that says only that there is news. */
export function whyPlainRequest(link: string | undefined) {
  const own = sameOriginPath(link);
  return {
    button: { label: 'Open Your Request', path: own ?? paths.request },
    why: own ? `${SENT_HERE}:` : `${SENT_HERE}. If that wasn’t you, ignore this email:`,
    ...(own && { aside: { label: 'I didn’t send this', path: paths.notMine(own) } }),
  };
}

/** The button that opens the client's request. */
export function requestButton(
  { lead, link }: z.output<typeof ownRequestData>,
  part?: JobPart,
): MailDocument['button'] {
  const own = sameOriginPath(link);
  const label = 'Open Your Request';
  if (own) return { label, path: part ? `${own}&${part}` : own };
  if (lead.account) return { label, path: inPart(paths.ownRequest(lead.id), part) };
  return { label: 'Browse Artists', path: paths.artists };
}

export const openLeadAction = ({ id }: { id: string }, label: string, part?: JobPart) => ({
  label,
  path: inPart(paths.lead(id), part),
});

/** A tab of a job, as the end of an address names it. */
type JobPart = 'messages' | 'agreement' | 'money' | 'design';
const inPart = (path: string, part: JobPart | undefined) => (part ? `${path}#${part}` : path);

export const text = (said: string): Block => ({ kind: 'text', text: said });

/** What was written, each message by itself. */
export const quotes = (messages: readonly string[]): Block[] =>
  messages.map((text) => ({ kind: 'quote', text }));
