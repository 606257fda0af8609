import {
  type AdminMail,
  adminArtistSchema,
  adminClientSchema,
  adminLeadSchema,
  adminMailSchema,
  adminMuralSchema,
  adminUserSchema,
  auditSchema,
  type MailCounts,
  mailCountsSchema,
} from './admin.ts';
import { citySchema } from '#features/cities/city.ts';
import { subscriberSchema } from '#features/newsletter/newsletter.ts';
import { adminPictureReportSchema } from '#features/reports/picture-report.ts';
import { adminReviewSchema } from '#features/requests/reviews/review.ts';
import { z } from '#lib/zod.ts';
import type { RpcName } from '#data/api.ts';
import { parseAnswer, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';

/** What every admin list takes: the database searches, filters, sorts and pages. */
export interface ListQuery {
  search: string;
  filter: string;
  sort: string;
  desc: boolean;
  limit: number;
  offset: number;
  /** What else narrows it, by the names in the address. */
  only?: Readonly<Record<string, string>> | undefined;
}

export interface TablePage<Row> {
  total: number;
  rows: Row[];
}

type ListRpc = Extract<RpcName, `admin_list_${string}`>;

/** A list RPC as a function; `narrow` gives its own arguments. Throws an AppError. */
function adminList<S extends z.ZodType>(
  rpc: ListRpc,
  row: S,
  narrow: (only: Readonly<Record<string, string>>) => object = () => ({}),
) {
  const schema = z.object({ total: z.number().int(), rows: z.array(row) });
  return async (query: ListQuery, signal?: AbortSignal): Promise<TablePage<z.output<S>>> => {
    const client = await browserClient();
    const call = client.rpc(rpc, {
      p_search: query.search || null,
      p_filter: query.filter || null,
      p_sort: query.sort,
      p_desc: query.desc,
      p_limit: query.limit,
      p_offset: query.offset,
      ...narrow(query.only ?? {}),
    });
    return parseAnswer(schema, unwrap(await (signal ? call.abortSignal(signal) : call)));
  };
}

export const listUsers = adminList('admin_list_users', adminUserSchema);
export const listClients = adminList('admin_list_clients', adminClientSchema);
export const listArtists = adminList('admin_list_artists', adminArtistSchema);
export const listLeads = adminList('admin_list_requests', adminLeadSchema, (only) => ({
  p_city: only.city ?? null,
  p_style: only.style ?? null,
  p_budget: only.budget ?? null,
  p_from: only.from ?? null,
  p_until: only.until ?? null,
}));
export const listMurals = adminList('admin_list_murals', adminMuralSchema);
export const listCities = adminList('admin_list_cities', citySchema);
export const listReviews = adminList('admin_list_reviews', adminReviewSchema);
export const listPictureReports = adminList('admin_list_picture_reports', adminPictureReportSchema);
export const listSubscribers = adminList('admin_list_subscribers', subscriberSchema);
export const listAudit = adminList('admin_list_audit', auditSchema);

const mailsSchema = z.object({
  counts: mailCountsSchema,
  total: z.number().int(),
  rows: z.array(adminMailSchema),
});

export interface MailPage extends TablePage<AdminMail> {
  /** Of all mails, whatever is searched. */
  counts: MailCounts;
}

/** Mails, the newest first, whatever the order that is asked for. Throws an AppError. */
export async function listMails(query: ListQuery, signal?: AbortSignal): Promise<MailPage> {
  const client = await browserClient();
  const call = client.rpc('admin_mails', {
    p_search: query.search || null,
    p_state: query.filter || null,
    p_limit: query.limit,
    p_offset: query.offset,
  });
  return parseAnswer(mailsSchema, unwrap(await (signal ? call.abortSignal(signal) : call)));
}

/** One artist of the assignment menu. */
export const artistChoiceSchema = z.object({ id: z.string(), name: z.string() });
export type ArtistChoice = z.output<typeof artistChoiceSchema>;
