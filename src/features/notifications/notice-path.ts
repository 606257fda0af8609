import { NEWS_TAB, OPEN_PARAM } from '#config/dashboard-tabs.ts';
import { paths } from '#config/paths.ts';
import { NOTICES, type Notice } from './notices.ts';

/** The filter that shows an admin the rows like the one of the notice. */
const ADMIN_FILTERS: Record<string, string> = {
  request_unmatched: 'unassigned',
  lead_held: 'held',
  thread_reported: 'reported',
  claim_waiting: 'claims',
  picture_reported: 'open',
};

/** Where a notice leads: to the row it is about, or to the rows like it. */
export function noticePath({ kind, lead_id }: Notice): string {
  const { role, tab } = NOTICES[kind] ?? {};
  if (!role) return paths.home;
  const path = paths.dashboard(role, tab ?? NEWS_TAB[role]);
  if (role === 'admin')
    return kind in ADMIN_FILTERS ? `${path}?filter=${ADMIN_FILTERS[kind]}` : path;
  return lead_id ? `${path}?${OPEN_PARAM[role]}=${lead_id}` : path;
}
