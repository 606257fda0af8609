import { parseAnswer, throwError, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { ask, call } from '#data/rpc.ts';
import {
  type NoticeMode,
  type NoticePreferences,
  newsSchema,
  noticePreferencesSchema,
  noticeSchema,
} from './notices.ts';

/* Notifications of the signed-in person. All throw an AppError. */

/** How much is unread, and when the last thing came. Cheap: it is asked every few seconds. */
export const readNews = () => ask(newsSchema, 'my_news');

/** So many reach back far enough, once those about one request share a line. */
const NEWEST = 100;

/** The newest notices, the newest first. */
export const readNotices = () => ask(noticeSchema.array(), 'my_notices', { p_limit: NEWEST });

/** Marks these as read, or all. */
export const markNoticesRead = (ids: readonly string[] | null) =>
  call('mark_notices_read', { p_ids: ids && [...ids] });

/** Marks the notifications about one request as read. */
export async function markRequestRead(leadId: string): Promise<void> {
  const client = await browserClient();
  const unread = await client
    .from('notices')
    .select('id')
    .eq('lead_id', leadId)
    .is('read_at', null);
  const ids = unwrap(unread).map(({ id }) => id);
  if (ids.length > 0) await markNoticesRead(ids);
}

/** How the person hears of what; without a choice so far, nothing and no zone. */
export async function readNoticePreferences(): Promise<NoticePreferences> {
  const client = await browserClient();
  const answer = await client.from('notice_preferences').select('zone, modes').maybeSingle();
  throwError(answer);
  return parseAnswer(noticePreferencesSchema, answer.data ?? { zone: null, modes: {} });
}

/** Chooses how to hear of a topic, and the zone of the mornings if it is to change. */
export const saveNoticePreference = (topic: string, mode: NoticeMode, zone: string | null) =>
  call('set_notice_preference', { p_topic: topic, p_mode: mode, p_zone: zone });
