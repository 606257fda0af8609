import { stepLabel } from '#features/jobs/steps.ts';
import type { AssignmentState } from '#features/requests/assignment.ts';
import type { ConversationSummary } from '#features/requests/conversation/conversation.api.ts';
import type { Lead } from '#features/requests/lead.ts';

/** The tabs of Leads, each with the states that belong there; what else does is in `belongs`. */
const TABS = {
  all: { label: 'All', states: [] },
  turn: { label: 'Your Turn', states: [] },
  answer: { label: 'To Answer', states: ['sent', 'seen'] },
  unread: { label: 'Unread', states: [] },
  proposals: { label: 'Proposals', states: ['proposed'] },
  booked: { label: 'Booked', states: ['accepted'] },
  done: {
    label: 'Done',
    states: ['completed', 'declined', 'passed', 'expired', 'withdrawn', 'called_off'],
  },
} as const satisfies Record<string, { label: string; states: readonly AssignmentState[] }>;

export type InboxTab = keyof typeof TABS;
export const INBOX_TABS = Object.entries(TABS).map(([tab, { label }]) => ({
  tab: tab as InboxTab,
  label,
}));
export const isInboxTab = (tab: string | null): tab is InboxTab => tab !== null && tab in TABS;

/** A lead with what is known of its conversation, which may come later. */
export interface InboxRow {
  lead: Lead;
  summary: ConversationSummary | undefined;
}

/** How far a lead is; a request that was withdrawn is withdrawn for everybody. */
export function rowState({ lead, summary }: InboxRow): AssignmentState | undefined {
  return lead.withdrawn_at ? 'withdrawn' : summary?.state;
}

const active = ({ lead, summary }: InboxRow) => summary?.at ?? lead.created_at;

/** What had the last activity comes first. */
export function byActivity(rows: readonly InboxRow[]): InboxRow[] {
  return rows.toSorted((a, b) => Date.parse(active(b)) - Date.parse(active(a)));
}

/** The step of a job, and whose turn it is; undefined where the state says it all. */
export const rowStep = ({ lead, summary }: InboxRow): string | undefined =>
  (!lead.withdrawn_at &&
    summary &&
    stepLabel(summary.step, summary.turn, summary.theirs, 'Client')) ||
  undefined;

/** Whether the artist is the one who goes on with it, as Today says. */
const isMyTurn = (row: InboxRow): boolean =>
  row.summary?.turn?.waits === true && rowState(row) !== 'withdrawn';

/** Whether a row stands under a tab. */
export function belongs(row: InboxRow, tab: InboxTab): boolean {
  if (tab === 'all') return true;
  if (tab === 'turn') return isMyTurn(row);
  if (tab === 'unread') return (row.summary?.unread ?? 0) > 0;
  const states: readonly AssignmentState[] = TABS[tab].states;
  const state = rowState(row);
  // The client wrote first.
  if (tab === 'answer' && state === 'talking') return row.summary?.answered === false;
  return state !== undefined && states.includes(state);
}

/** Whether every word stands in what a lead says, as far as its artist may read it. */
export function matches({ lead }: InboxRow, search: string): boolean {
  const said = [lead.name, lead.city, lead.project_description].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}
