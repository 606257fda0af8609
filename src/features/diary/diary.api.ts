import { ask } from '#data/rpc.ts';
import { type AssignmentKey, assignmentArgs } from '#lib/assignment-key.ts';
import { diarySchema } from './diary.ts';

/** The diary of a job; null once the caller has reported the conversation. Throws an AppError. */
export const readDiary = (job: AssignmentKey) =>
  ask(diarySchema.nullable(), 'diary_data', assignmentArgs(job));
