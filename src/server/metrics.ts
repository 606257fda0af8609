import type { IncomingMessage, ServerResponse } from 'node:http';
import type { About } from '#node/log.ts';
import type { Answered } from './access-log.ts';
import type { Figures, Metrics } from './prometheus.ts';
import { respond } from './respond.ts';

export const METRICS_PATH = '/metrics';

interface MetricsOptions {
  /** Whether a caller may read them; null where nobody may from there, whatever they show. */
  mayRead: (request: IncomingMessage) => boolean | null;
  /** What is only known when it is asked for; must never hang. */
  figures: () => Promise<Figures>;
  /** Where those are added who want to hear of each answer, and of each event. */
  answers: Set<(answer: Answered) => void>;
  events: Set<(about: About) => void>;
}

/**
 * `GET /metrics`, as Prometheus reads it. Nothing is loaded or counted before a program has read it once: who watches
 * reads again and again from the start on. `HEAD` says whether they may be read, and counts nothing.
 */
export function metrics({ mayRead, figures, answers, events }: MetricsOptions) {
  let opened: Promise<Metrics> | undefined;
  const open = async () => {
    const { openMetrics } = await import('./prometheus.ts');
    const opening = openMetrics();
    answers.add(opening.answered);
    events.add(opening.happened);
    return opening;
  };
  const read = async (response: ServerResponse) => {
    opened ??= open();
    const { contentType, text } = await opened;
    respond(response, 200, await text(await figures()), { 'content-type': contentType });
  };

  return (request: IncomingMessage, response: ServerResponse, pathname: string): boolean => {
    const allowed = pathname === METRICS_PATH ? mayRead(request) : null;
    if (allowed === null) return false;
    if (!allowed) respond(response, 401, 'Unauthorized', { 'www-authenticate': 'Bearer' });
    else if (request.method === 'HEAD') respond(response, 200, '');
    else if (request.method !== 'GET') respond(response, 405, 'Only GET.', { allow: 'GET, HEAD' });
    else
      read(response).catch(() => response.headersSent || respond(response, 500, 'Internal error'));
    return true;
  };
}
