import { artistSchema } from '#features/artists/artist.ts';
import { ASSIGNMENT_STATES } from '#features/requests/assignment.ts';
import { pageClaimSchema } from '#features/claims/claim.ts';
import { leadSchema } from '#features/requests/lead.ts';
import { LEAD_STATUSES } from '#features/requests/lead-status.ts';
import { muralSchema } from '#features/murals/mural.ts';
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

export const adminUserSchema = z.object({
  user_id: z.guid(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  role: z.string(),
  created_at: z.string(),
});
export type AdminUser = z.output<typeof adminUserSchema>;

export const adminClientSchema = z.object({
  user_id: z.guid(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  created_at: z.string(),
  lead_count: z.number().int(),
});
export type AdminClient = z.output<typeof adminClientSchema>;

/** The id stays any text here: an odd one gets its toast when somebody acts on it, and does not hide the list. */
export const adminArtistSchema = artistSchema
  .pick({
    name: true,
    slug: true,
    city: true,
    state: true,
    styles: true,
    featured: true,
    public_visible: true,
    average_rating: true,
    review_count: true,
    years_experience: true,
    unclaimed: true,
    created_at: true,
  })
  .extend({
    id: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    /** When whom an unclaimed page is about was invited last. */
    invited_at: z.string().nullable(),
    /** Who says that the page is theirs. */
    claims: z.array(pageClaimSchema),
  });
export type AdminArtist = z.output<typeof adminArtistSchema>;

/** A mural as admins see it, drafts and hidden ones too. */
export const adminMuralSchema = muralSchema
  .pick({
    id: true,
    slug: true,
    title: true,
    city: true,
    state: true,
    image_url: true,
    styles: true,
    featured: true,
    created_at: true,
  })
  .extend({
    public_visible: z.boolean(),
    hidden_reason: z.string().nullable(),
    artist_id: z.string().nullable(),
    artist: z.string().nullable(),
    /** Null while the artist is private. */
    artist_slug: z.string().nullable(),
  });
export type AdminMural = z.output<typeof adminMuralSchema>;

/** Where a mural is in its life. */
export function muralState({ public_visible, hidden_reason }: AdminMural) {
  if (hidden_reason !== null) return 'Hidden';
  return public_visible ? 'Public' : 'Draft';
}

const assignmentSchema = z.object({
  artist_id: z.guid(),
  name: z.string(),
  status: z.enum(LEAD_STATUSES),
  state: z.enum(ASSIGNMENT_STATES),
  /** Somebody has reported what was written there. */
  reported: z.boolean(),
});

export const adminLeadSchema = leadSchema.omit({ assigned_artist: true }).extend({
  held: z.boolean(),
  held_reason: z.string().nullable(),
  /** What it is called on the phone; the oldest have none. */
  reference: z.string().nullable(),
  /** The request of the same person that goes on in the place of this double. */
  merged_into: z.guid().nullable(),
  /** Whether its sender has shown that they read the address that they typed. */
  proven: z.boolean(),
  assignments: z.array(assignmentSchema),
});
export type AdminLead = z.output<typeof adminLeadSchema>;

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

export const MAIL_STATES = ['waiting', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** A mail as admins see it: whom it goes to and what became of it, not what it says. */
export const adminMailSchema = z.object({
  id: z.number().int(),
  kind: z.string(),
  /** Nobody, once the account is gone. */
  to: z.string().nullable(),
  state: z.enum(MAIL_STATES),
  attempts: z.number().int(),
  next_attempt_at: z.string().nullable(),
  /** What the server said last. */
  answer: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
});
export type AdminMail = z.output<typeof adminMailSchema>;

export const mailCountsSchema = z.object({
  waiting: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
});
export type MailCounts = z.output<typeof mailCountsSchema>;

/** 'artist.featured' reads 'Artist featured', and 'lead_received', a kind of mail, 'Lead received'. */
export function auditLabel(action: string): string {
  const text = action.replace(/[._]+/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

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

/** Which id a toggle may act on (specification, section 5: 'Invalid artist ID'). */
export function isArtistId(id: string): boolean {
  return z.guid().safeParse(id).success;
}
