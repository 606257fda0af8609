import { ask } from '#data/rpc.ts';
import { z } from '#lib/zod.ts';
import { type LeadDay, leadDaySchema, type Overview, overviewSchema } from './admin.ts';

/** The counts of the overview (specification, section 2). Throws an AppError. */
export async function readOverview(): Promise<Overview> {
  return ask(overviewSchema, 'admin_overview');
}

/** Leads a day over the last `days` days, oldest first. Throws an AppError. */
export async function readLeadsByDay(days: number): Promise<LeadDay[]> {
  return ask(z.array(leadDaySchema), 'admin_requests_by_day', { p_days: days });
}
