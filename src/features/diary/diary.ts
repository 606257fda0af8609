import { shortDate } from '#lib/wall-time.ts';
import { z } from '#lib/zod.ts';

/** How far a wall is on a photo, in the order of the work; SQL has the same (`lead_messages.stage`). */
export const STAGES = ['before', 'outline', 'painting', 'done'] as const;
export type DiaryStage = (typeof STAGES)[number];
export const stageSchema = z.enum(STAGES);

export const STAGE_LABELS: Record<DiaryStage, string> = {
  before: 'Before',
  outline: 'Outline',
  painting: 'Painting',
  done: 'Done',
};

/** A message of the artist whose photos show the wall at a stage. */
const entrySchema = z.object({
  id: z.guid(),
  stage: stageSchema,
  created_at: z.string(),
  pictures: z.array(z.object({ path: z.string(), arrived: z.boolean() })),
});
export type DiaryEntry = z.output<typeof entrySchema>;

export const diarySchema = z.object({
  /** The oldest first. */
  entries: z.array(entrySchema),
});
export type DiaryContents = z.output<typeof diarySchema>;

/** The photos of one day at one stage. */
export interface Day {
  stage: DiaryStage;
  day: string;
  paths: string[];
}

/** The photos that have arrived, by stage and day. */
export function daysOf(entries: readonly DiaryEntry[]): Day[] {
  const days: Day[] = [];
  const inOrder = STAGES.flatMap((stage) => entries.filter((entry) => entry.stage === stage));
  for (const { stage, created_at, pictures } of inOrder) {
    const paths = pictures.flatMap(({ path, arrived }) => (arrived ? path : []));
    if (paths.length === 0) continue;
    const day = shortDate(created_at);
    const last = days.at(-1);
    if (last?.stage === stage && last.day === day) last.paths.push(...paths);
    else days.push({ stage, day, paths });
  }
  return days;
}

/** The stage that photos are of unless the artist says another: that of the last ones. */
export const likelyStage = (stages: readonly DiaryStage[]): DiaryStage => stages.at(-1) ?? 'before';

/** How far on a photo is, for lists that begin with the finished wall; what is in no diary comes last. */
export const rankOf = (stage: DiaryStage | null): number => (stage ? -STAGES.indexOf(stage) : 1);
