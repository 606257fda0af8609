import { NEWS_TAB, OPEN_PARAM } from '#config/dashboard-tabs.ts';
import { paths } from '#config/paths.ts';
import { NOTICES, type Notice } from './notices.ts';

/** The filter that shows an admin the rows like the one of the notice. */
const ADMIN_FILTERS: Record<string, string> = {
  request_unmatched: 'unassigned',
  lead_held: 'held',
  conversation_reported: 'reported',
  claim_waiting: 'claims',
  picture_reported: 'open',
};

/** The tab of a job that a notice is about, as the end of an address names it. */
const PARTS = { message: 'messages', agreement: 'agreement', payment: 'money', sketch: 'design' };
const partOf = (kind: string) =>
  Object.entries(PARTS).flatMap(([word, part]) => (kind.includes(`_${word}`) ? `#${part}` : []));

/** Where a notice leads: to the row it is about, or to the rows like it. */
export function noticePath({ kind, lead_id }: Notice): string {
  const { role, tab } = NOTICES[kind] ?? {};
  if (!role) return paths.home;
  const path = paths.dashboard(role, tab ?? NEWS_TAB[role]);
  if (role === 'admin')
    return kind in ADMIN_FILTERS ? `${path}?filter=${ADMIN_FILTERS[kind]}` : path;
  return lead_id ? `${path}?${OPEN_PARAM[role]}=${lead_id}${partOf(kind).join('')}` : path;
}

/** Notices that lead to the same place, the newest first. */
export interface NoticeGroup {
  path: string;
  newest: Notice;
  /** The ids of those that nobody has read. */
  unread: string[];
}

/**
 * Notices by what they lead to: one request, or for an admin the rows of one filter. What is about neither has a line
 * of its own for each kind.
 */
export function noticeGroups(notices: readonly Notice[]): NoticeGroup[] {
  const groups = new Map<string, NoticeGroup>();
  for (const notice of notices) {
    const path = noticePath(notice);
    const isOne = NOTICES[notice.kind]?.role !== 'admin' && notice.lead_id;
    const key = isOne ? `${notice.lead_id}` : `${path} ${notice.kind}`;
    const group = groups.get(key) ?? { path, newest: notice, unread: [] };
    if (!notice.read) group.unread.push(notice.id);
    groups.set(key, group);
  }
  return [...groups.values()];
}
