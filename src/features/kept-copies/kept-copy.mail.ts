import { paths } from '#config/paths.ts';
import { shortDate } from '#lib/wall-time.ts';
import { z } from '#lib/zod.ts';
import { ownRequestData } from '#mail/data.ts';
import type { Block } from '#mail/document.ts';
import { text } from '#mail/phrases.ts';
import { type Template, toAccount, toClient } from '#mail/template.ts';
import { causeLine, toldCopySchema } from './kept-copy.ts';

const told = z.object({ copy: toldCopySchema });

const kept = ({ hash, expires_at }: z.output<typeof toldCopySchema>): string =>
  hash
    ? `You keep what you both signed, the payments and your messages, without contact details, until ${shortDate(expires_at)}.`
    : `You keep the payments and your messages, without contact details, until ${shortDate(expires_at)}.`;

const factsOf = ({ reference, hash }: z.output<typeof toldCopySchema>): Block => ({
  kind: 'facts',
  rows: [
    ['Reference', reference],
    ...(hash ? [['SHA-256 of the signed version', hash] satisfies [string, string]] : []),
  ],
});

const about = (copy: z.output<typeof toldCopySchema>, side: 'client' | 'artist') => ({
  subject: causeLine(copy, side),
  heading: 'You keep your copy',
  blocks: [text(`${causeLine(copy, side)}. ${kept(copy)}`), factsOf(copy)],
});

/** Emails to the side that is left of a job. */
export const KEPT_COPY_TEMPLATES: Record<string, Template> = {
  lead_copy_kept: toAccount(told, ({ copy }) => ({
    ...about(copy, 'artist'),
    button: { label: 'Open Your Copy', path: paths.keptCopies },
  })),

  request_copy_kept: toClient(ownRequestData.extend(told.shape), ({ copy }) =>
    about(copy, 'client'),
  ),
};
