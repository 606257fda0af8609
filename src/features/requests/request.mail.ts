import { paths } from '#config/paths.ts';
import {
  assignedRequest,
  ownRequestData,
  ownRequestWithArtist,
  waitingRequest,
} from '#mail/data.ts';
import {
  counted,
  firstNamesOf,
  namesOf,
  ownFactsOf,
  requestButton,
  requestOf,
  whyRequest,
} from '#mail/phrases.ts';
import { type Template, template } from '#mail/template.ts';

/** Emails to a client about their own request. */
export const REQUEST_TEMPLATES: Record<string, Template> = {
  // Nothing that was typed freely: the sender may be a stranger to the owner of this address.
  request_confirmed: template(ownRequestData, (data) => {
    const { lead, artists, offers } = data;
    const what = requestOf(lead);
    const said = artists.length
      ? {
          subject: `Your ${what} is with ${namesOf(artists)}`,
          preview: 'They can see your request and will reply to you directly.',
          text: 'These artists can see your request and will reply by email or phone.',
        }
      : offers
        ? {
            subject: `We have your ${what}: choose your artists`,
            preview: `${counted(offers, 'artist fits', 'artists fit')} it.`,
            text: `${counted(offers, 'artist fits', 'artists fit')} it. Choose which of them should get it.`,
          }
        : {
            subject: `We have your ${what}; no artist fits it yet`,
            preview: 'We’re looking for one.',
            text: 'We’re looking for one, and we’ll email you when an artist has it.',
          };
    return {
      subject: said.subject,
      preview: said.preview,
      heading: 'Your request is on its way',
      blocks: [
        { kind: 'text', text: said.text },
        ...(artists.length ? [{ kind: 'list' as const, items: artists.map((a) => a.name) }] : []),
        { kind: 'facts', rows: ownFactsOf(data) },
      ],
      button: requestButton(data),
      ...whyRequest(data),
    };
  }),

  request_link: template(ownRequestData, (data) => ({
    subject: 'The link to your mural request',
    preview: 'Open your request.',
    heading: 'Your link',
    blocks: [
      {
        kind: 'text',
        text: 'Someone asked for this link. Earlier ones keep working.',
      },
    ],
    button: requestButton(data),
    ...whyRequest(data),
  })),

  request_assigned: template(assignedRequest, (data) => {
    const artists = data.artists.filter(({ id }) => data.artist_ids.includes(id));
    const many = artists.length > 1;
    return {
      subject: artists.length
        ? `${namesOf(artists)} ${many ? 'have' : 'has'} your mural request now`
        : 'Your mural request has an artist',
      preview: 'They can see your request and will reply to you directly.',
      heading: 'We sent your request to more artists',
      blocks: [
        {
          kind: 'text',
          text: 'These artists can see your request now and will reply by email or phone:',
        },
        { kind: 'list', items: data.artists.map(({ name }) => name) },
      ],
      button: requestButton(data),
      ...whyRequest(data),
    };
  }),

  request_waiting: template(waitingRequest, (data) => {
    const { silent, matches, lead } = data;
    const has = silent.length > 1 ? 'have not' : 'has not';
    return {
      subject: `${namesOf(silent)} ${has} answered your ${requestOf(lead)} yet`,
      preview: matches.length
        ? `You can send it to ${namesOf(matches)} too.`
        : 'It stays open, and they can still answer.',
      heading: 'No answer yet',
      blocks: [
        {
          kind: 'text',
          text: `${namesOf(silent)} ${has} answered your ${requestOf(lead)} in two days. ${
            matches.length
              ? 'You can also send it to these artists:'
              : `No other artist fits it yet. We’ll pass it on if we find one.`
          }`,
        },
        ...(matches.length ? [{ kind: 'list' as const, items: firstNamesOf(matches) }] : []),
      ],
      button: requestButton(data),
      ...whyRequest(data),
    };
  }),

  request_answered: template(ownRequestWithArtist, (data) => ({
    subject: `${data.artist.name} is reviewing your mural request`,
    preview: 'Expect an email or a call.',
    heading: `${data.artist.name} is reviewing your request`,
    blocks: [
      {
        kind: 'text',
        text: 'Expect an email or a call.',
      },
    ],
    button:
      data.artist.slug && !data.lead.account && !data.link
        ? { label: `See ${data.artist.name}’s Work`, path: paths.artist(data.artist.slug) }
        : requestButton(data),
    ...whyRequest(data),
  })),
};
