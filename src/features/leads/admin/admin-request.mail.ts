import { paths } from '#config/paths.ts';
import { aboutLead, heldLead } from '#mail/data.ts';
import { leadFactsOf, text } from '#mail/phrases.ts';
import { type Template, toAdmin } from '#mail/template.ts';

const HELD = new Map([
  ['honeypot', 'It filled in a hidden field.'],
  ['too_fast', 'It came faster than anyone can type.'],
  ['client_limit', 'Many requests came from the same network address.'],
  ['account_limit', 'Many requests came from the same account.'],
  ['total_limit', 'Many requests came in at once.'],
]);
const heldBecause = (reason: string | null | undefined) =>
  HELD.get(reason ?? '') ?? 'It looks like spam.';

/** Emails to admins about requests that need them. */
export const ADMIN_REQUEST_TEMPLATES: Record<string, Template> = {
  request_unmatched: toAdmin(aboutLead, ({ lead }) => ({
    subject: `No artist fits a request${lead.city ? ` from ${lead.city}` : ''} yet`,
    preview: lead.project_description,
    blocks: [
      text('No public artist fits its style or city. The client is waiting.'),
      { kind: 'facts', rows: leadFactsOf(lead) },
      { kind: 'quote', text: lead.project_description },
    ],
    button: { label: 'Find an Artist', path: paths.dashboard('admin', 'leads') },
  })),

  lead_held: toAdmin(heldLead, ({ lead, reason }) => ({
    subject: 'Possible spam: a request is held',
    preview: heldBecause(reason),
    blocks: [
      text(
        `${heldBecause(reason)} No artist can see it until you mark it as not spam. There may be more: this email comes once an hour at most.`,
      ),
      { kind: 'facts', rows: leadFactsOf(lead) },
    ],
    button: { label: 'Review Held Requests', path: paths.dashboard('admin', 'leads') },
  })),

  lead_released: toAdmin(aboutLead, ({ lead }) => ({
    subject: `A held request${lead.city ? ` from ${lead.city}` : ''} isn’t spam`,
    blocks: [
      text('Another admin reviewed it. Artists can see it now.'),
      { kind: 'facts', rows: leadFactsOf(lead) },
    ],
    button: { label: 'Open Leads', path: paths.dashboard('admin', 'leads') },
  })),
};
