import { paths } from '#config/paths.ts';
import { plural } from '#lib/format.ts';
import type { z } from '#lib/zod.ts';
import {
  assignedRequest,
  ownRequestData,
  ownRequestWithArtist,
  waitingRequest,
} from '#mail/data.ts';
import type { Block } from '#mail/document.ts';
import {
  firstNamesOf,
  namesOf,
  ownFactsOf,
  requestButton,
  requestOf,
  text,
} from '#mail/phrases.ts';
import { type Template, toClient } from '#mail/template.ts';

/** What happened, and which other artists could take a request. */
export function otherArtists(
  { matches }: Pick<z.output<typeof waitingRequest>, 'matches'>,
  said: string,
): Block[] {
  if (matches.length === 0)
    return [text(`${said} No other artist fits it yet. We’ll pass it on if we find one.`)];
  return [
    text(`${said} You can also send it to these artists:`),
    { kind: 'list', items: firstNamesOf(matches) },
  ];
}

/** Emails to a client about their own request. */
export const REQUEST_TEMPLATES: Record<string, Template> = {
  // Nothing that was typed freely: the sender may be a stranger to the owner of this address.
  request_confirmed: toClient(ownRequestData, (data) => {
    const { lead, artists, offers } = data;
    const what = requestOf(lead);
    const said = artists.length
      ? {
          subject: `Your ${what} is with ${namesOf(artists)}`,
          text: 'They can see your request and will reply by email or phone.',
        }
      : offers
        ? {
            subject: `We have your ${what}: choose your artists`,
            text: `${plural(offers, 'artist fits it', 'artists fit it')}. Choose which of them should get it.`,
          }
        : {
            subject: `We have your ${what}; no artist fits it yet`,
            text: 'We’re looking for one, and we’ll email you when an artist has it.',
          };
    return {
      subject: said.subject,
      blocks: [
        text(said.text),
        ...(artists.length ? [{ kind: 'list' as const, items: artists.map((a) => a.name) }] : []),
        { kind: 'facts', rows: ownFactsOf(data) },
      ],
    };
  }),

  request_link: toClient(ownRequestData, () => ({
    subject: 'The link to your mural request',
    blocks: [text('Someone asked for this link. Earlier ones keep working.')],
  })),

  request_assigned: toClient(assignedRequest, (data) => {
    const artists = data.artists.filter(({ id }) => data.artist_ids.includes(id));
    const names = namesOf(artists);
    return {
      subject:
        artists.length > 1
          ? `${names} have your mural request now`
          : names
            ? `${names} has your mural request now`
            : 'Your mural request has an artist',
      blocks: [
        text('They can see your request and will reply by email or phone.'),
        { kind: 'list', items: data.artists.map(({ name }) => name) },
      ],
    };
  }),

  request_waiting: toClient(waitingRequest, (data) => {
    const { silent, matches, lead } = data;
    const [names, what, many] = [namesOf(silent), requestOf(lead), silent.length > 1];
    return {
      subject: many
        ? `${names} haven’t answered your ${what} yet`
        : `${names} hasn’t answered your ${what} yet`,
      preview: matches.length
        ? `You can send it to ${namesOf(matches)} too.`
        : 'It stays open, and they can still answer.',
      blocks: otherArtists(
        data,
        many
          ? `${names} haven’t answered your ${what} in two days.`
          : `${names} hasn’t answered your ${what} in two days.`,
      ),
    };
  }),

  request_answered: toClient(ownRequestWithArtist, (data) => ({
    subject: `${data.artist.name} is reviewing your mural request`,
    blocks: [text('Expect an email or a call.')],
    button:
      data.artist.slug && !data.lead.account && !data.link
        ? { label: `See ${data.artist.name}’s Work`, path: paths.artist(data.artist.slug) }
        : requestButton(data),
  })),
};
