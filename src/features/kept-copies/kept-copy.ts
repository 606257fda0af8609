import { versionSchema } from '#features/agreements/signature.ts';
import { moneySchema } from '#features/payments/payment.ts';
import { plural } from '#lib/format.ts';
import { shortDate } from '#lib/wall-time.ts';
import { z } from '#lib/zod.ts';

const CAUSES = ['request_erased', 'client_left', 'artist_left', 'removed'] as const;

const keptMessageSchema = z.object({
  sender: z.enum(['client', 'artist']),
  body: z.string(),
  /** How many photos went with it. */
  pictures: z.number(),
  created_at: z.string(),
});

/** A job whose other side is gone, as the side that is left keeps it. */
const keptCopySchema = z.object({
  id: z.guid(),
  side: z.enum(['client', 'artist']),
  cause: z.enum(CAUSES),
  reference: z.string(),
  artist: z.string(),
  client: z.string(),
  sealed_at: z.string(),
  expires_at: z.string(),
  agreement: z
    .object({
      ended_by: z.enum(['client', 'artist', 'system']).nullable(),
      ended_reason: z.string().nullable(),
      /** What both signed, the last one first. */
      versions: z.array(versionSchema),
    })
    .nullable(),
  payments: moneySchema.nullable(),
  messages: z.array(keptMessageSchema),
});
export type KeptCopy = z.output<typeof keptCopySchema>;
export const keptCopiesSchema = z.array(keptCopySchema);

/** What an email about a copy has of it. */
export const toldCopySchema = keptCopySchema
  .pick({ cause: true, reference: true, artist: true, client: true, expires_at: true })
  .extend({ hash: z.string().nullable() });

/** Why the other side is gone, for the side that is left. */
export function causeLine(
  { cause, artist, client }: Pick<KeptCopy, 'cause' | 'artist' | 'client'>,
  side: KeptCopy['side'],
): string {
  switch (cause) {
    case 'request_erased':
      return `${client} erased their request`;
    case 'client_left':
      return `${client} closed their account`;
    case 'artist_left':
      return side === 'client' ? `${artist} closed their account` : 'Your page was deleted';
    case 'removed':
      return side === 'client'
        ? `${artist} was removed from your request`
        : `You were removed from a job with ${client}`;
  }
}

export const keptUntil = ({ expires_at }: Pick<KeptCopy, 'expires_at'>): string =>
  `You keep this copy until ${shortDate(expires_at)}.`;

/** What a message said, and how many photos it had. */
export const messageText = ({ body, pictures }: KeptCopy['messages'][number]): string =>
  [body, pictures > 0 ? plural(pictures, 'photo') : ''].filter(Boolean).join('\n');

/** Who ended the agreement and why; nothing where nobody did. */
export function endLine({ agreement, artist, client }: KeptCopy): string {
  if (!agreement?.ended_by) return '';
  if (agreement.ended_by === 'system') return 'The agreement ended with the job.';
  const who = agreement.ended_by === 'artist' ? artist : client;
  return `${who} ended the agreement${agreement.ended_reason ? `: ${agreement.ended_reason}` : '.'}`;
}

/** What stays with the other side, said before the press that erases. */
export const keptBy = (who: string): string =>
  `${who} keeps a copy until four years after the last activity: what you both signed, payments and messages, with your name but no email, phone or photos.`;
