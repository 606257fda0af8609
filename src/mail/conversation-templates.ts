import { paths } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { includedLabels, priceLabel } from '#features/requests/proposals/proposal.ts';
import { starsLabel, waitingNote } from '#features/requests/reviews/review.ts';
import { dayLabel } from '#lib/format.ts';
import type { z } from '#lib/zod.ts';
import {
  aboutLead,
  leadMessages,
  leftRequest,
  ownRequestWithArtist,
  proposedRequest,
  requestMessages,
  reviewedLead,
  reviewedRequest,
} from './data.ts';
import type { Block } from './document.ts';
import {
  choicesOf,
  counted,
  factsOf,
  firstNamesOf,
  inCity,
  ownFactsOf,
  requestButton,
  requestOf,
  WHY_ADMIN,
  WHY_ARTIST,
  whyRequest,
} from './phrases.ts';
import { type Template, template } from './template.ts';

const LEADS = { label: 'Open your leads', path: paths.dashboard('artist', 'leads') };
const openLead = ({ id }: { id: string }, label: string) => ({ label, path: paths.lead(id) });

/** What was written, each message by itself. */
const quotes = (messages: readonly string[]): Block[] =>
  messages.map((text) => ({ kind: 'quote', text }));

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

/** Mails about a conversation and what comes of it (design, section 7). */
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

  lead_reviewed: template(reviewedLead, ({ lead, review }) => ({
    subject: `A review of your wall${inCity(lead)}: ${starsLabel(review.rating)}`,
    preview: review.waits_for ? 'Please look at it.' : 'It is on your page. You can reply once.',
    heading: 'The client has reviewed your work',
    blocks: [
      ...quotes([review.body]),
      {
        kind: 'text',
        text: `${waitingNote(review, 'artist', '') ?? 'It is on your page now.'} You can reply once; your reply shows below the review. If it is not about your work, dispute it within 14 days.`,
      },
    ],
    button: openLead(lead, 'Read and reply'),
    why: WHY_ARTIST,
  })),

  request_replied: template(reviewedRequest, (data) => ({
    subject: `${data.artist.name} replied to your review`,
    preview: data.review.reply ?? '',
    heading: `${data.artist.name} has replied`,
    blocks: quotes(data.review.reply ? [data.review.reply] : []),
    button: requestButton(data),
    ...whyRequest(data),
  })),

  lead_review_hidden: template(reviewedLead, ({ lead, review }) => ({
    subject: `A review of your wall${inCity(lead)} was hidden`,
    preview: review.hidden_reason ?? '',
    heading: 'A review was hidden',
    blocks: [
      {
        kind: 'text',
        text: `The people who run ${SITE.name} took a review off your page. It does not count for your rating any more. Their reason:`,
      },
      ...quotes(review.hidden_reason ? [review.hidden_reason] : []),
    ],
    button: openLead(lead, 'Open the request'),
    why: WHY_ARTIST,
  })),

  request_review_hidden: template(reviewedRequest, (data) => ({
    subject: `Your review of ${data.artist.name} was hidden`,
    preview: data.review.hidden_reason ?? '',
    heading: 'Your review was hidden',
    blocks: [
      {
        kind: 'text',
        text: `The people who run ${SITE.name} took your review of ${data.artist.name} off the page. Their reason:`,
      },
      ...quotes(data.review.hidden_reason ? [data.review.hidden_reason] : []),
    ],
    button: requestButton(data),
    ...whyRequest(data),
  })),

  thread_reported: template(aboutLead, ({ lead }) => ({
    subject: 'A message was reported',
    preview: 'Its conversation is closed until you have looked at it.',
    heading: 'A message was reported',
    blocks: [
      {
        kind: 'text',
        text: 'The conversation is hidden from the person who reported it and closed to both.',
      },
      { kind: 'facts', rows: factsOf(lead) },
    ],
    button: { label: 'Open the leads', path: paths.dashboard('admin', 'leads') },
    why: WHY_ADMIN,
  })),
};
