import { paths } from '#config/paths.ts';
import { assignedRequest, ownRequestData, ownRequestWithArtist, waitingRequest } from './data.ts';
import {
  choicesOf,
  counted,
  firstNamesOf,
  namesOf,
  ownFactsOf,
  requestButton,
  requestOf,
  whyRequest,
} from './phrases.ts';
import { type Template, template } from './template.ts';

/** Mails to a client about their own request. */
export const REQUEST_TEMPLATES: Record<string, Template> = {
  // Nothing that was typed freely: whoever typed this address may be a stranger to its owner.
  request_confirmed: template(ownRequestData, (data) => {
    const { lead, artists, offers } = data;
    const what = requestOf(lead);
    const said = artists.length
      ? {
          subject: `Your ${what} is with ${namesOf(artists)}`,
          preview: 'They can see your request and will reply directly.',
          text: 'These artists can see your request and will reply by email or phone.',
        }
      : offers
        ? {
            subject: `We have your ${what}; no artist has it yet`,
            preview: `${counted(offers, 'artist fits', 'artists fit')} it.`,
            text: `${counted(offers, 'artist fits', 'artists fit')} it, but you haven’t sent it to any of them yet.`,
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
        text: 'Someone asked for the link to a request that was sent with this address. Links from earlier emails keep working.',
      },
      { kind: 'facts', rows: choicesOf(data.lead) },
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
        : 'Your mural request was passed on',
      preview: 'They can see your request and will reply directly.',
      heading: 'Your request was passed on',
      blocks: [
        { kind: 'text', text: 'These artists have it now and will reply by email or phone:' },
        { kind: 'list', items: data.artists.map(({ name }) => name) },
        { kind: 'facts', rows: choicesOf(data.lead) },
      ],
      button: requestButton(data),
      ...whyRequest(data),
    };
  }),

  request_waiting: template(waitingRequest, (data) => {
    const { silent, matches, lead } = data;
    const has = silent.length > 1 ? 'have' : 'has';
    return {
      subject: `${namesOf(silent)} ${has} not answered your ${requestOf(lead)} yet`,
      preview: matches.length
        ? `You can send it to ${namesOf(matches)} too.`
        : 'It stays open, and can still be answered.',
      heading: 'No answer yet',
      blocks: [
        {
          kind: 'text',
          text: `${namesOf(silent)} ${has} had your ${requestOf(lead)} for about two days without an answer. ${
            matches.length
              ? 'You can also send it to these artists:'
              : `No other artist fits it yet. We’ll pass it on if we find one.`
          }`,
        },
        ...(matches.length ? [{ kind: 'list' as const, items: firstNamesOf(matches) }] : []),
        { kind: 'facts', rows: ownFactsOf(data) },
      ],
      button: requestButton(data),
      ...whyRequest(data),
    };
  }),

  request_answered: template(ownRequestWithArtist, (data) => ({
    subject: `${data.artist.name} has taken up your mural request`,
    preview: 'Expect an email or a call.',
    heading: `${data.artist.name} looks into it`,
    blocks: [
      {
        kind: 'text',
        text: `${data.artist.name} has your request in review and sees how to reach you: expect an email or a call.`,
      },
      { kind: 'facts', rows: choicesOf(data.lead) },
    ],
    button:
      data.artist.slug && !data.lead.account && !data.link
        ? { label: `See the work of ${data.artist.name}`, path: paths.artist(data.artist.slug) }
        : requestButton(data),
    ...whyRequest(data),
  })),
};
