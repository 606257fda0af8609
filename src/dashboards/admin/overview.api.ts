import { ask } from '#data/rpc.ts';
import { z } from '#lib/zod.ts';
import { leadDaySchema, overviewSchema } from './admin.ts';

/** The counts of the overview (specification, section 2). Throws an AppError. */
export const readOverview = () => ask(overviewSchema, 'admin_overview');

/** Leads a day over the last `days` days, oldest first. Throws an AppError. */
export const readLeadsByDay = (days: number) =>
  ask(z.array(leadDaySchema), 'admin_requests_by_day', { p_days: days });
