import { paths } from '#config/paths.ts';
import { ACTORS, ASSIGNMENT_EVENTS, ASSIGNMENT_STATES } from '#features/requests/assignment.ts';
import { eventLine } from '#features/requests/conversation/conversation.ts';
import { spokenName } from '#lib/words.ts';
import { z } from '#lib/zod.ts';

/** The counts of the admin overview (specification, section 2). */
export const overviewSchema = z.object({
  artists: z.number().int(),
  artists_public: z.number().int(),
  leads: z.number().int(),
  leads_last_7_days: z.number().int(),
  cities: z.number().int(),
  user_roles: z.number().int(),
  clients: z.number().int(),
  held_leads: z.number().int(),
});
export type Overview = z.output<typeof overviewSchema>;

export const leadDaySchema = z.object({ day: z.string(), leads: z.number().int() });

export const auditSchema = z.object({
  id: z.number().int(),
  at: z.string(),
  actor: z.guid().nullable(),
  actor_email: z.string().nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.output<typeof auditSchema>;

/** How an assignment moved, as the audit trail keeps it. */
const moveSchema = z.object({
  event: z.enum(ASSIGNMENT_EVENTS),
  by: z.enum(ACTORS),
  from: z.enum(ASSIGNMENT_STATES),
  to: z.enum(ASSIGNMENT_STATES),
});

/** What happened, as the two sides of a lead read it in their conversation, or by its values. */
export function auditText({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>): string {
  const { data: move } = moveSchema.safeParse(action === 'lead.moved' ? detail : null);
  const line = move
    ? eventLine(
        { event: move.event, actor: move.by, state: move.to },
        move.from,
        null,
        'The artist',
      )
    : AGREEMENT_LINES[action]?.(detail.by === 'client' ? 'The client' : 'The artist');
  return line || auditDetail(detail);
}

const AGREEMENT_LINES: Record<string, (who: string) => string> = {
  'agreement.offer': (who) => `${who} sent the agreement`,
  'agreement.take_back': (who) => `${who} took the agreement back`,
  'agreement.ask_change': (who) => `${who} asked for changes to the agreement`,
  'agreement.sign': (who) => `${who} signed the agreement`,
  'agreement.countersign': (who) => `${who} signed the agreement, which is in force`,
  'agreement.end': (who) => `${who} ended the agreement`,
  'agreement.close': () => 'The agreement ended with the job',
};

/** What an entry is: of what a side did about an agreement, its sentence says the rest. */
export const auditName = (action: string): string =>
  action in AGREEMENT_LINES ? 'Agreement' : spokenName(action);

/** The page of what an entry is about; null where there is none, or no more. */
export function auditPath({ action, subject }: Pick<AuditEntry, 'action' | 'subject'>) {
  if (!subject || ['lead.deleted', 'request.erased'].includes(action)) return null;
  if (/^(lead|request|agreement|conversation|mail)\./.test(action)) return paths.adminLead(subject);
  return action.startsWith('role.') ? paths.adminPerson(subject) : null;
}

/** Who did it: an account, a guest by their link, or the product by itself. */
export function auditActor({ actor, actor_email, detail }: AuditEntry): string {
  if (actor_email) return actor_email;
  if (actor) return 'Deleted account';
  return detail.by === 'client' ? 'Guest' : 'System';
}

/** {name: 'Ana', to: true} reads 'Ana, on'; {by: 'client', to: 'seen'} reads 'by the client: seen'. */
export function auditDetail({ name, by, from, to, ...rest }: Record<string, unknown>): string {
  const states = [from, to].map(auditValue).filter(Boolean).join(' → ');
  const change = [by && `by the ${by}`, states].filter(Boolean).join(': ');
  const others = Object.entries(rest).map(([key, value]) => {
    const text = auditValue(value);
    return text && `${key}: ${text}`;
  });
  return [auditValue(name), change, ...others].filter(Boolean).join(', ');
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function auditValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return String(value.length);
  if (typeof value !== 'string') return JSON.stringify(value);
  // An id says nothing to its reader; the entry leads to what it is about.
  return ID.test(value) ? '' : value.replaceAll('_', ' ');
}
