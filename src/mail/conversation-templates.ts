import { paths } from '#config/paths.ts';
import { includedLabels, priceLabel } from '#features/requests/proposals/proposal.ts';
import { dayLabel } from '#lib/format.ts';
import type { z } from '#lib/zod.ts';
import {
  aboutLead,
  leadMessages,
  leftRequest,
  ownRequestWithArtist,
  proposedRequest,
  requestMessages,
} from './data.ts';
import type { Block } from './document.ts';
import {
  choicesOf,
  counted,
  factsOf,
  firstNamesOf,
  inCity,
  openLead,
  ownFactsOf,
  quotes,
  requestButton,
  requestOf,
  WHY_ARTIST,
  whyRequest,
} from './phrases.ts';
import { type Template, template } from './template.ts';

const LEADS = { label: 'Open your leads', path: paths.dashboard('artist', 'leads') };

/** An artist has left a request: what that was, and who else could have it. */
function left(data: z.output<typeof leftRequest>, said: string): Block[] {
  const { matches } = data;
  return [
    {
      kind: 'text',
      text: matches.length
        ? `${said} You can also send it to these artists:`
        : `${said} No other artist fits it yet. We’ll pass it on if we find one.`,
    },
    ...(matches.length ? [{ kind: 'list' as const, items: firstNamesOf(matches) }] : []),
    { kind: 'facts', rows: ownFactsOf(data) },
  ];
}

/** Mails about a conversation and what comes of it. */
export const CONVERSATION_TEMPLATES: Record<string, Template> = {
  lead_message: template(leadMessages, ({ lead, messages, count }) => ({
    subject:
      count > 1
        ? `${counted(count, 'message', 'messages')} from a client${inCity(lead)}`
        : `A message from a client${inCity(lead)}`,
    preview: messages.at(-1) ?? '',
    heading: 'The client has written to you',
    blocks: [...quotes(messages), { kind: 'facts', rows: factsOf(lead) }],
    button: openLead(lead, 'Read and answer'),
    why: WHY_ARTIST,
  })),

  request_message: template(requestMessages, (data) => ({
    subject:
      data.count > 1
        ? `${counted(data.count, 'message', 'messages')} from ${data.artist.name}`
        : `A message from ${data.artist.name}`,
    preview: data.messages.at(-1) ?? '',
    heading: `${data.artist.name} has written to you`,
    blocks: [...quotes(data.messages), { kind: 'facts', rows: choicesOf(data.lead) }],
    button: requestButton(data),
    ...whyRequest(data),
  })),

  request_proposal: template(proposedRequest, (data) => {
    const { proposal, artist } = data;
    const included = includedLabels(proposal.included).join(', ');
    const rows: [string, string][] = [
      ['Price', priceLabel(proposal)],
      ['Earliest start', dayLabel(proposal.starts_on)],
      ['Days', String(proposal.days)],
      ['Valid until', dayLabel(proposal.valid_until)],
    ];
    if (included) rows.push(['Included', included]);
    return {
      subject: `${artist.name} proposes ${priceLabel(proposal)} for your mural`,
      preview: 'See it beside the others, ask, or accept.',
      heading: `A proposal from ${artist.name}`,
      blocks: [
        { kind: 'facts', rows },
        ...(proposal.message ? quotes([proposal.message]) : []),
        { kind: 'text', text: 'Nothing is agreed until you accept one, and nothing is paid here.' },
      ],
      button: requestButton(data),
      ...whyRequest(data),
    };
  }),

  request_declined: template(leftRequest, (data) => ({
    subject: `${data.artist.name} cannot take your ${requestOf(data.lead)}`,
    preview: data.reason ?? 'Others may.',
    heading: `${data.artist.name} cannot take it`,
    blocks: [
      ...(data.reason ? quotes([data.reason]) : []),
      ...left(data, `${data.artist.name} has declined your ${requestOf(data.lead)}.`),
    ],
    button: requestButton(data),
    ...whyRequest(data),
  })),

  request_expired: template(leftRequest, (data) => ({
    subject: `${data.artist.name} has not answered your ${requestOf(data.lead)}`,
    preview: 'It has ended with them after 7 days.',
    heading: 'Seven days without an answer',
    blocks: left(
      data,
      `${data.artist.name} has had your ${requestOf(data.lead)} for 7 days without an answer.`,
    ),
    button: requestButton(data),
    ...whyRequest(data),
  })),

  lead_accepted: template(aboutLead, ({ lead }) => ({
    subject: `Your proposal for a mural${inCity(lead)} is accepted`,
    preview: 'The name and contact of the client are in your leads.',
    heading: 'The wall is yours',
    blocks: [
      {
        kind: 'text',
        text: 'You can see each other’s contact now. Say hello, and agree on the day.',
      },
      { kind: 'facts', rows: factsOf(lead) },
    ],
    button: openLead(lead, 'Open the request'),
    why: WHY_ARTIST,
  })),

  lead_passed: template(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} has chosen another artist`,
    preview: 'Thank you for your time.',
    heading: 'Another artist was chosen',
    blocks: [
      {
        kind: 'text',
        text: 'The client chose another artist this time. Thank you for your time.',
      },
      { kind: 'facts', rows: factsOf(lead) },
    ],
    button: LEADS,
    why: WHY_ARTIST,
  })),

  lead_proposal_declined: template(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} declined your proposal`,
    preview: 'You can still talk, and make another one.',
    heading: 'Your proposal was declined',
    blocks: [
      {
        kind: 'text',
        text: 'The request is still open. Ask what would fit better, or make another proposal.',
      },
      { kind: 'facts', rows: factsOf(lead) },
    ],
    button: openLead(lead, 'Message the Client'),
    why: WHY_ARTIST,
  })),

  lead_expired: template(aboutLead, ({ lead }) => ({
    subject: `A request${inCity(lead)} has ended without your answer`,
    preview: 'You can still write to the client.',
    heading: 'Seven days without your answer',
    blocks: [
      {
        kind: 'text',
        text: 'We’ve let the client know, and they may have asked another artist. A message still reaches them.',
      },
      { kind: 'facts', rows: factsOf(lead) },
    ],
    button: openLead(lead, 'Message the Client'),
    why: WHY_ARTIST,
  })),

  request_completed: template(ownRequestWithArtist, (data) => ({
    subject: `${data.artist.name} marked your mural request as completed`,
    preview: 'Tell others how it was.',
    heading: 'Your request is completed',
    blocks: [
      {
        kind: 'text',
        text: `${data.artist.name} marked it as completed. If it isn’t, say so on your request’s page. If it is, a short review helps ${data.artist.name} and other clients.`,
      },
      { kind: 'facts', rows: choicesOf(data.lead) },
    ],
    button: requestButton(data),
    ...whyRequest(data),
  })),

  lead_completed: template(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} says that the wall is painted`,
    preview: 'Please confirm it, or say that it is not.',
    heading: 'Is the wall painted?',
    blocks: [
      {
        kind: 'text',
        text: 'The client says it is. If you don’t answer within 14 days, we count it as confirmed.',
      },
      { kind: 'facts', rows: factsOf(lead) },
    ],
    button: openLead(lead, 'Confirm'),
    why: WHY_ARTIST,
  })),

  lead_agreed: template(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} agrees that the wall is painted`,
    preview: 'Another wall done.',
    heading: 'The wall is painted',
    blocks: [
      {
        kind: 'text',
        text: 'It now counts among the walls on your page, and the client can review it.',
      },
      { kind: 'facts', rows: factsOf(lead) },
    ],
    button: openLead(lead, 'Open the request'),
    why: WHY_ARTIST,
  })),

  lead_disputed: template(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} says that the wall is not painted yet`,
    preview: 'Ask what is missing.',
    heading: 'Not painted yet',
    blocks: [
      {
        kind: 'text',
        text: 'You marked the wall as painted, and the client doesn’t agree. Ask what’s missing, and mark it again when it’s done.',
      },
      { kind: 'facts', rows: factsOf(lead) },
    ],
    button: openLead(lead, 'Message the Client'),
    why: WHY_ARTIST,
  })),

  request_disputed: template(ownRequestWithArtist, (data) => ({
    subject: `${data.artist.name} says that your wall is not painted yet`,
    preview: 'Ask when it will be.',
    heading: 'Not painted yet',
    blocks: [
      {
        kind: 'text',
        text: `You marked the wall as painted, and ${data.artist.name} doesn’t agree. Ask what’s left to do, and mark it again when it’s done.`,
      },
      { kind: 'facts', rows: ownFactsOf(data) },
    ],
    button: requestButton(data),
    ...whyRequest(data),
  })),
};
