import { parseAnswer, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { z } from '#lib/zod.ts';
import { type LeadDay, leadDaySchema, type Overview, overviewSchema } from './admin.ts';

/** The counts of the overview (specification, section 2). Throws an AppError. */
export async function readOverview(): Promise<Overview> {
  const client = await browserClient();
  return parseAnswer(overviewSchema, unwrap(await client.rpc('admin_overview')));
}

/** Leads a day over the last `days` days, oldest first. Throws an AppError. */
export async function readLeadsByDay(days: number): Promise<LeadDay[]> {
  const client = await browserClient();
  const answer = await client.rpc('admin_requests_by_day', { p_days: days });
  return parseAnswer(z.array(leadDaySchema), unwrap(answer));
}
