import { parseAnswer, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { type MyDay, myDaySchema } from './my-day.ts';

/** What waits for the calling artist, and their numbers of a month ('2026-11-01'); without it of this one. Throws an AppError. */
export async function readMyDay(month?: string): Promise<MyDay> {
  const client = await browserClient();
  const answer = await client.rpc('my_day', month ? { p_month: month } : {});
  return parseAnswer(myDaySchema, unwrap(answer));
}
