import { paths } from '#config/paths.ts';
import { aboutLead, heldLead } from './data.ts';
import { factsOf, WHY_ADMIN } from './phrases.ts';
import { type Template, template } from './template.ts';

const HELD = new Map([
  ['honeypot', 'It filled in a hidden field.'],
  ['too_fast', 'It came faster than a person types.'],
  ['client_limit', 'Many requests came from the same address of the network.'],
  ['account_limit', 'Many requests came from the same account.'],
  ['total_limit', 'Many requests came from everywhere at once.'],
]);
const heldBecause = (reason: string | null | undefined) =>
  HELD.get(reason ?? '') ?? 'It looks like spam.';

/** Mails to admins about requests that need them. */
export const ADMIN_REQUEST_TEMPLATES: Record<string, Template> = {
  request_unmatched: template(aboutLead, ({ lead }) => ({
    subject: `No artist fits a request${lead.city ? ` from ${lead.city}` : ''} yet`,
    preview: lead.project_description,
    heading: 'A request needs an artist',
    blocks: [
      {
        kind: 'text',
        text: 'No public artist fits its style or city, and the client is waiting.',
      },
      { kind: 'facts', rows: factsOf(lead) },
      { kind: 'quote', text: lead.project_description },
    ],
    button: { label: 'Find an Artist', path: paths.dashboard('admin', 'leads') },
    why: WHY_ADMIN,
  })),

  lead_held: template(heldLead, ({ lead, reason }) => ({
    subject: 'A request is held until you look at it',
    preview: heldBecause(reason),
    heading: 'A request is held',
    blocks: [
      {
        kind: 'text',
        text: `${heldBecause(reason)} No artist sees it until you mark it as not spam. There may be others: we send one such email an hour.`,
      },
      { kind: 'facts', rows: factsOf(lead) },
    ],
    button: { label: 'Review Held Requests', path: paths.dashboard('admin', 'leads') },
    why: WHY_ADMIN,
  })),

  lead_released: template(aboutLead, ({ lead }) => ({
    subject: `A held request${lead.city ? ` from ${lead.city}` : ''} isn’t spam`,
    preview: 'Another admin has looked at it.',
    heading: 'A held request isn’t spam',
    blocks: [
      { kind: 'text', text: 'Another admin has looked at it. Artists can see it now.' },
      { kind: 'facts', rows: factsOf(lead) },
    ],
    button: { label: 'Open the leads', path: paths.dashboard('admin', 'leads') },
    why: WHY_ADMIN,
  })),
};
