import { ask, call } from '#data/rpc.ts';
import { stageSchema } from '#features/diary/diary.ts';
import { z } from '#lib/zod.ts';

/** The wall of a request that is painted: its mural, what its client lets a page show, the photos of its conversation. */
const finishedWallSchema = z.object({
  /** Whether the client lets the place and their photos be shown; null until they have said. */
  consent: z.boolean().nullable(),
  mural: z
    .object({ id: z.guid(), slug: z.string(), title: z.string(), public_visible: z.boolean() })
    .nullable(),
  /** The oldest first. */
  pictures: z.array(
    z.object({
      path: z.string(),
      sender: z.enum(['client', 'artist']),
      stage: stageSchema.nullable(),
    }),
  ),
});
export type FinishedWall = z.output<typeof finishedWallSchema>;

/** The wall of a lead of the calling artist's. Throws an AppError. */
export const finishedWallOf = (lead: string) =>
  ask(finishedWallSchema, 'finished_mural', { p_lead: lead });

/** The same by its mural; null for a mural of no request. */
export const wallOfMural = (mural: string) =>
  ask(finishedWallSchema.nullable(), 'finished_mural', { p_mural: mural });

/** Makes a draft of the facts of a lead, once, and gives its id. Throws an AppError: `move_refused` before the wall is finished. */
export const startFinishedMural = (lead: string) =>
  ask(z.guid(), 'start_finished_mural', { p_lead: lead });

/** Before a mural shows `url`: says which photo of the conversation it copies. Throws `consent_required` for the client's. */
export const noteMuralPicture = (mural: string, url: string, source: string) =>
  call('note_mural_picture', { p_mural: mural, p_url: url, p_source: source });
