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
export type LeadDay = z.output<typeof leadDaySchema>;

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

/** {name: 'Ana', to: true} reads 'Ana, on'; {from: 'client', to: 'admin'} reads 'client → admin'. */
export function auditDetail({ name, from, to, ...rest }: Record<string, unknown>): string {
  const change = [from, to].map(auditValue).filter(Boolean).join(' → ');
  const others = Object.entries(rest).map(([key, value]) => {
    const text = auditValue(value);
    return text && `${key}: ${text}`;
  });
  return [auditValue(name), change, ...others].filter(Boolean).join(', ');
}

function auditValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return String(value.length);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
