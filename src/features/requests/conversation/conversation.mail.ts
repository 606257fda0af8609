import { paths } from '#config/paths.ts';
import { includedLabels } from '#features/agreements/included.ts';
import { partsLabel, priceLabel } from '#features/requests/proposals/proposal.ts';
import { otherArtists } from '#features/requests/request.mail.ts';
import { dayLabel, plural } from '#lib/format.ts';
import { wordFor } from '#lib/options.ts';
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
  inCity,
  openLeadAction,
  quotes,
  requestButton,
  requestOf,
  text,
  wallOf,
} from '#mail/phrases.ts';
import { type Template, toArtist, toClient } from '#mail/template.ts';

const LEADS = { label: 'Open Your Leads', path: paths.dashboard('artist', 'leads') };

/** What holds of an agreement once its job was called off. */
const owedAfter = ({ signed }: { signed: boolean }): Block[] =>
  signed ? [text('Your agreement has ended. See it for what’s owed now.')] : [];

/** Emails about a conversation and what comes of it. */
export const CONVERSATION_TEMPLATES: Record<string, Template> = {
  lead_message: toArtist(leadMessages, ({ lead, messages, count }) => ({
    subject:
      count > 1
        ? `${plural(count, 'message')} from a client${inCity(lead)}`
        : `A message from a client${inCity(lead)}`,
    preview: messages.at(-1) ?? '',
    blocks: [...quotes(messages), wallOf(lead)],
    button: openLeadAction(lead, 'Reply', 'messages'),
  })),

  request_message: toClient(requestMessages, (data) => ({
    subject:
      data.count > 1
        ? `${plural(data.count, 'message from', 'messages from')} ${data.artist.name}`
        : `A message from ${data.artist.name}`,
    preview: data.messages.at(-1) ?? '',
    blocks: quotes(data.messages),
    button: requestButton(data, 'messages'),
  })),

  request_proposal: toClient(proposedRequest, (data) => {
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
      blocks: [
        { kind: 'facts', rows },
        ...(proposal.message ? quotes([proposal.message]) : []),
        text('Nothing is agreed until you accept, and you pay nothing here.'),
      ],
    };
  }),

  request_declined: toClient(leftRequest, (data) => ({
    subject: `${data.artist.name} can’t take your ${requestOf(data.lead)}`,
    preview: wordFor(data.reason ?? 'Other artists may be able to.'),
    blocks: [
      ...(data.reason ? quotes([wordFor(data.reason)]) : []),
      ...otherArtists(data, `${data.artist.name} has declined your ${requestOf(data.lead)}.`),
    ],
  })),

  request_expired: toClient(leftRequest, (data) => ({
    subject: `${data.artist.name} hasn’t answered your ${requestOf(data.lead)}`,
    blocks: otherArtists(
      data,
      `${data.artist.name} didn’t answer your ${requestOf(data.lead)} within 7 days.`,
    ),
  })),

  request_called_off: toClient(calledOffRequest, (data) => ({
    subject: `${data.artist.name} called off your job`,
    preview: data.reason ?? 'You can choose another artist.',
    blocks: [
      ...quotes(data.reason ? [data.reason] : []),
      ...owedAfter(data),
      text('You can choose another artist on your request page.'),
    ],
  })),

  lead_called_off: toArtist(calledOffLead, (data) => ({
    subject: `The client${inCity(data.lead)} called off the job`,
    preview: data.reason ?? 'This job has ended.',
    blocks: [...quotes(data.reason ? [data.reason] : []), ...owedAfter(data), wallOf(data.lead)],
    button: openLeadAction(data.lead, 'Open the Lead'),
  })),

  lead_asked_again: toArtist(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} asks you again`,
    heading: 'Would you still like this wall?',
    blocks: [text('Their job with another artist was called off.'), wallOf(lead)],
    button: openLeadAction(lead, 'Make a Proposal'),
  })),

  lead_accepted: toArtist(aboutLead, ({ lead }) => ({
    subject: `Your proposal for a mural${inCity(lead)} was accepted`,
    heading: 'You got the job',
    blocks: [text('You can now see each other’s contact details.'), wallOf(lead)],
    button: openLeadAction(lead, 'Open the Lead'),
  })),

  lead_passed: toArtist(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} chose another artist`,
    blocks: [text('This lead is now closed.'), wallOf(lead)],
    button: LEADS,
  })),

  lead_proposal_declined: toArtist(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} declined your proposal`,
    blocks: [text('You can still send a message or another proposal.'), wallOf(lead)],
    button: openLeadAction(lead, 'Message the Client'),
  })),

  lead_expired: toArtist(aboutLead, ({ lead }) => ({
    subject: `You missed a request${inCity(lead)}`,
    heading: 'You didn’t answer within 7 days',
    blocks: [text('You can still message the client.'), wallOf(lead)],
    button: openLeadAction(lead, 'Message the Client'),
  })),

  request_completed: toClient(ownRequestWithArtist, (data) => ({
    subject: `${data.artist.name} says your mural is finished`,
    blocks: [text('If it’s done, leave a short review. If it isn’t, say so on your request page.')],
  })),

  lead_completed: toArtist(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} says the wall is painted`,
    blocks: [text('Without your answer it’s confirmed after 14 days.'), wallOf(lead)],
    button: openLeadAction(lead, 'Review and Confirm'),
  })),

  lead_agreed: toArtist(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} confirmed the wall is painted`,
    blocks: [text('It now counts on your page.'), wallOf(lead)],
    button: openLeadAction(lead, 'Open the Lead'),
  })),

  lead_disputed: toArtist(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} says the wall isn’t painted yet`,
    blocks: [
      text('Ask what’s left to do, and mark it as painted again when it’s done.'),
      wallOf(lead),
    ],
    button: openLeadAction(lead, 'Message the Client'),
  })),

  request_disputed: toClient(ownRequestWithArtist, (data) => ({
    subject: `${data.artist.name} says your wall isn’t painted yet`,
    blocks: [text('Ask what’s left to do, and mark it as painted again when it’s done.')],
  })),
};
