import { paths } from '#config/paths.ts';
import { includedLabels } from '#features/agreements/included.ts';
import { partsLabel, priceLabel } from '#features/requests/proposals/proposal.ts';
import { dayLabel } from '#lib/format.ts';
import type { z } from '#lib/zod.ts';
import {
  aboutLead,
  calledOffLead,
  calledOffRequest,
  leadMessages,
  leftRequest,
  ownRequestWithArtist,
  proposedRequest,
  requestMessages,
} from '#mail/data.ts';
import type { Block } from '#mail/document.ts';
import {
  counted,
  firstNamesOf,
  inCity,
  openLeadAction,
  quotes,
  requestButton,
  requestOf,
  WHY_ARTIST,
  wallOf,
  whyRequest,
} from '#mail/phrases.ts';
import { type Template, template } from '#mail/template.ts';

const LEADS = { label: 'Open Your Leads', path: paths.dashboard('artist', 'leads') };

/** An artist has left a request: what happened, and which artists could take it. */
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
  ];
}

/** What holds of an agreement once its job was called off. */
const owedAfter = ({ signed }: { signed: boolean }): Block[] =>
  signed
    ? [
        {
          kind: 'text',
          text: 'Your agreement has ended. See it for what is owed now.',
        },
      ]
    : [];

/** Emails about a conversation and what comes of it. */
export const CONVERSATION_TEMPLATES: Record<string, Template> = {
  lead_message: template(leadMessages, ({ lead, messages, count }) => ({
    subject:
      count > 1
        ? `${counted(count, 'message', 'messages')} from a client${inCity(lead)}`
        : `A message from a client${inCity(lead)}`,
    preview: messages.at(-1) ?? '',
    heading: 'New message from the client',
    blocks: [...quotes(messages), wallOf(lead)],
    button: openLeadAction(lead, 'Reply', 'messages'),
    why: WHY_ARTIST,
  })),

  request_message: template(requestMessages, (data) => ({
    subject:
      data.count > 1
        ? `${counted(data.count, 'message', 'messages')} from ${data.artist.name}`
        : `A message from ${data.artist.name}`,
    preview: data.messages.at(-1) ?? '',
    heading: `New message from ${data.artist.name}`,
    blocks: quotes(data.messages),
    button: requestButton(data, 'messages'),
    ...whyRequest(data),
  })),

  request_proposal: template(proposedRequest, (data) => {
    const { proposal, artist } = data;
    const included = includedLabels(proposal.included).join(', ');
    const parts = partsLabel(proposal);
    const rows: [string, string][] = [
      ['Price', priceLabel(proposal)],
      ...(parts ? [['Paid in parts', parts] satisfies [string, string]] : []),
      ['Earliest start', dayLabel(proposal.starts_on)],
      ['Days', String(proposal.days)],
      ['Valid until', dayLabel(proposal.valid_until)],
    ];
    if (included) rows.push(['Included', included]);
    return {
      subject: `${artist.name} proposes ${priceLabel(proposal)} for your mural`,
      preview: 'Compare it, ask a question or accept it.',
      heading: `A proposal from ${artist.name}`,
      blocks: [
        { kind: 'facts', rows },
        ...(proposal.message ? quotes([proposal.message]) : []),
        { kind: 'text', text: 'Nothing is agreed until you accept, and you pay nothing here.' },
      ],
      button: requestButton(data),
      ...whyRequest(data),
    };
  }),

  request_declined: template(leftRequest, (data) => ({
    subject: `${data.artist.name} can’t take your ${requestOf(data.lead)}`,
    preview: data.reason ?? 'Other artists may be able to.',
    heading: `${data.artist.name} can’t take it`,
    blocks: [
      ...(data.reason ? quotes([data.reason]) : []),
      ...left(data, `${data.artist.name} has declined your ${requestOf(data.lead)}.`),
    ],
    button: requestButton(data),
    ...whyRequest(data),
  })),

  request_expired: template(leftRequest, (data) => ({
    subject: `${data.artist.name} has not answered your ${requestOf(data.lead)}`,
    preview: 'After 7 days, it’s no longer with them.',
    heading: 'Seven days without an answer',
    blocks: left(
      data,
      `${data.artist.name} didn’t answer your ${requestOf(data.lead)} within 7 days.`,
    ),
    button: requestButton(data),
    ...whyRequest(data),
  })),

  request_called_off: template(calledOffRequest, (data) => ({
    subject: `${data.artist.name} called off your job`,
    preview: data.reason ?? 'You can choose another artist.',
    heading: `${data.artist.name} called off the job`,
    blocks: [
      ...quotes(data.reason ? [data.reason] : []),
      ...owedAfter(data),
      { kind: 'text', text: 'You can choose another artist on your request page.' },
    ],
    button: requestButton(data),
    ...whyRequest(data),
  })),

  lead_called_off: template(calledOffLead, (data) => ({
    subject: `The client${inCity(data.lead)} called off the job`,
    preview: data.reason ?? 'This job has ended.',
    heading: 'The client called off the job',
    blocks: [...quotes(data.reason ? [data.reason] : []), ...owedAfter(data), wallOf(data.lead)],
    button: openLeadAction(data.lead, 'Open the Lead'),
    why: WHY_ARTIST,
  })),

  lead_asked_again: template(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} asks you again`,
    preview: 'The wall needs an artist again.',
    heading: 'Would you still like this wall?',
    blocks: [
      {
        kind: 'text',
        text: 'Their job with another artist was called off. Make a new proposal if you like.',
      },
      wallOf(lead),
    ],
    button: openLeadAction(lead, 'Make a Proposal'),
    why: WHY_ARTIST,
  })),

  lead_accepted: template(aboutLead, ({ lead }) => ({
    subject: `Your proposal for a mural${inCity(lead)} was accepted`,
    preview: 'You can now see the client’s name and contact details.',
    heading: 'You got the job',
    blocks: [
      {
        kind: 'text',
        text: 'You can now see each other’s contact details. Say hello and agree on a day.',
      },
      wallOf(lead),
    ],
    button: openLeadAction(lead, 'Open the Lead'),
    why: WHY_ARTIST,
  })),

  lead_passed: template(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} chose another artist`,
    preview: 'Thank you for your time.',
    heading: 'The client chose another artist',
    blocks: [
      {
        kind: 'text',
        text: 'Thank you for your time. This lead is now closed.',
      },
      wallOf(lead),
    ],
    button: LEADS,
    why: WHY_ARTIST,
  })),

  lead_proposal_declined: template(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} declined your proposal`,
    preview: 'You can still send a message or another proposal.',
    heading: 'Your proposal was declined',
    blocks: [
      {
        kind: 'text',
        text: 'The request is still open. Ask what would work better, or make another proposal.',
      },
      wallOf(lead),
    ],
    button: openLeadAction(lead, 'Message the Client'),
    why: WHY_ARTIST,
  })),

  lead_expired: template(aboutLead, ({ lead }) => ({
    subject: `You missed a request${inCity(lead)}`,
    preview: 'You can still message the client.',
    heading: 'You didn’t answer within 7 days',
    blocks: [
      {
        kind: 'text',
        text: 'The client may have asked another artist. You can still message them.',
      },
      wallOf(lead),
    ],
    button: openLeadAction(lead, 'Message the Client'),
    why: WHY_ARTIST,
  })),

  request_completed: template(ownRequestWithArtist, (data) => ({
    subject: `${data.artist.name} says your mural is finished`,
    preview: 'Leave a short review.',
    heading: 'Your mural is painted',
    blocks: [
      {
        kind: 'text',
        text: 'If it’s done, leave a short review. If it isn’t, say so on your request page.',
      },
    ],
    button: requestButton(data),
    ...whyRequest(data),
  })),

  lead_completed: template(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} says the wall is painted`,
    preview: 'Confirm it, or say it isn’t.',
    heading: 'Is the wall painted?',
    blocks: [
      {
        kind: 'text',
        text: 'The client says so. If you don’t answer within 14 days, we count it as confirmed.',
      },
      wallOf(lead),
    ],
    button: openLeadAction(lead, 'Review and Confirm'),
    why: WHY_ARTIST,
  })),

  lead_agreed: template(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} confirmed that the wall is painted`,
    preview: 'The client can review it now.',
    heading: 'The wall is painted',
    blocks: [
      {
        kind: 'text',
        text: 'It now counts on your page.',
      },
      wallOf(lead),
    ],
    button: openLeadAction(lead, 'Open the Lead'),
    why: WHY_ARTIST,
  })),

  lead_disputed: template(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} says the wall isn’t painted yet`,
    preview: 'Ask what’s missing.',
    heading: 'Not painted yet',
    blocks: [
      {
        kind: 'text',
        text: 'Ask what’s missing, and mark it as painted again when it’s done.',
      },
      wallOf(lead),
    ],
    button: openLeadAction(lead, 'Message the Client'),
    why: WHY_ARTIST,
  })),

  request_disputed: template(ownRequestWithArtist, (data) => ({
    subject: `${data.artist.name} says your wall isn’t painted yet`,
    preview: 'Ask what’s left to do.',
    heading: 'Not painted yet',
    blocks: [
      {
        kind: 'text',
        text: 'Ask what’s left to do, and mark it as painted again when it’s done.',
      },
    ],
    button: requestButton(data),
    ...whyRequest(data),
  })),
};
