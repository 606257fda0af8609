import { actionText, stepLabel } from '#features/jobs/steps.ts';
import { plural } from '#lib/format.ts';
import type { OwnLead } from '../client-leads.api.ts';

type Holders = Pick<OwnLead, 'artists'>;

/** What waits for the client in a request: their turn, and messages that they have not seen; empty for nothing. */
export function quoteNews({ artists }: Holders): string {
  const conversations = artists.flatMap(({ conversation }) => conversation ?? []);
  const turns = conversations.flatMap(({ turn }) => (turn?.waits ? turn : []));
  const offers = turns.filter(({ action }) => action === 'answer_proposal').length;
  const unread = conversations.reduce((sum, one) => sum + one.unread, 0);
  const news = [
    ...turns.filter(({ action }) => action !== 'answer_proposal').map((turn) => actionText(turn)),
    offers > 0 && plural(offers, 'proposal'),
    unread > 0 && plural(unread, 'new message'),
  ];
  return news.filter(Boolean).join(', ');
}

/** 'Agreement · Ray’s turn' of its job; null without one under way. */
export function quoteStep({ artists }: Holders): string | null {
  const steps = artists.flatMap(({ artist_name, conversation: one }) =>
    one ? (stepLabel(one.step, one.turn, one.theirs, artist_name) ?? []) : [],
  );
  return steps[0] ?? null;
}
