import { ask } from '#data/rpc.ts';
import { myDaySchema } from './my-day.ts';

/** What waits for the calling artist, and their numbers of a month ('2026-11-01'); without it of this one. Throws an AppError. */
export const readMyDay = (month?: string) =>
  ask(myDaySchema, 'my_day', month ? { p_month: month } : {});
