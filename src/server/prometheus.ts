import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { QueueLoad } from '#node/fair-queue.ts';
import type { About } from '#node/log.ts';
import type { Answered } from './access-log.ts';
import { routeClass } from './route-class.ts';

/** What the database says of itself (`operator_figures`). */
export interface DatabaseFigures {
  changes: number;
  change_age: number;
  mails_waiting: number;
  mail_age: number;
  mails_tried: number;
  mails_failed: number;
  /** Seconds. */
  chores_late: number;
  /** By name: when it last ran, in seconds since 1970, and how often it has failed since. */
  chores: Record<string, { at: number | null; failures: number }>;
  uploads: number;
  uploads_limit: number;
  /** Null where only one server may publish. */
  lease: number | null;
}

/** What is known at this moment; null for what did not answer in time, or is not there. */
export interface Figures {
  /** Whether each part of the product answers. */
  parts: Record<string, boolean>;
  queues: Record<string, QueueLoad> | null;
  database: DatabaseFigures | null;
  disk: { free: number; size: number } | null;
  /** When the last backup was complete, in seconds since 1970. */
  backup: number | null;
}

export interface Metrics {
  contentType: string;
  answered: (answer: Answered) => void;
  happened: (about: About) => void;
  text: (figures: Figures) => Promise<string>;
}

const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LAG_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Names, and what each figure of the database is. */
const OF_DATABASE: [
  name: string,
  help: string,
  figure: Exclude<keyof DatabaseFigures, 'chores'>,
][] = [
  ['muro_outbox_changes', 'Changes that are not on the pages yet.', 'changes'],
  ['muro_outbox_age_seconds', 'How long the first of them has waited.', 'change_age'],
  ['muro_emails_waiting', 'Emails that have not left yet.', 'mails_waiting'],
  ['muro_email_age_seconds', 'How long the first of them that is due has waited.', 'mail_age'],
  ['muro_emails_retrying', 'Emails that wait for another try.', 'mails_tried'],
  ['muro_emails_failed', 'Emails given up for good that no admin has settled.', 'mails_failed'],
  [
    'muro_chores_late_seconds',
    'How late the latest of the chores is: reminders, expiry, payments that fall due.',
    'chores_late',
  ],
  ['muro_uploads_bytes', 'What all uploads take.', 'uploads'],
  ['muro_uploads_limit_bytes', 'What they may take (upload_total_mb).', 'uploads_limit'],
  ['muro_lease_seconds', 'How long one of several servers may still publish.', 'lease'],
];

/** Starts to count. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });

  const requests = new Counter({
    name: 'muro_http_requests_total',
    help: 'Answers, by the class of their route and their status.',
    labelNames: ['route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'muro_http_request_duration_seconds',
    help: 'From the whole head of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: ANSWER_SECONDS,
    registers,
  });
  const lag = new Histogram({
    name: 'muro_publish_lag_seconds',
    help: 'From a saved change until it is on its pages.',
    buckets: LAG_SECONDS,
    registers,
  });
  const events = new Counter({
    name: 'muro_log_events_total',
    help: 'Lines of the log that tell of trouble.',
    labelNames: ['event', 'level'],
    registers,
  });
  const purges = new Counter({
    name: 'muro_cdn_purges_total',
    help: 'Addresses that the CDN has purged.',
    registers,
  });
  const purgesWaiting = gauge('muro_cdn_purges_waiting', 'Addresses that it has not purged yet.');
  const parts = gauge('muro_part_up', 'Whether a part answers (1) or not (0).', ['part']);
  const running = gauge('muro_queue_running', 'What a queue of the backend has let in.', ['queue']);
  const waiting = gauge('muro_queue_waiting', 'What waits in a queue of the backend.', ['queue']);
  const free = gauge('muro_disk_free_bytes', 'Free on the disk of DATA_DIR.');
  const size = gauge('muro_disk_size_bytes', 'The size of that disk.');
  const backup = gauge('muro_backup_timestamp_seconds', 'When the last backup was complete.');
  const choreRan = gauge('muro_chore_timestamp_seconds', 'When a chore last ran.', ['chore']);
  const choreFails = gauge('muro_chore_failures', 'How often it has failed since.', ['chore']);
  const ofDatabase = OF_DATABASE.map(
    ([name, help, figure]) => [gauge(name, help), figure] as const,
  );

  return {
    contentType: registry.contentType,
    answered: ({ path, status, ms }) => {
      const route = routeClass(path);
      requests.inc({ route, status });
      durations.observe({ route }, ms / 1000);
    },
    happened: ({ event = 'message', level = 'info', lagMs, purged, waiting: unpurged }) => {
      if (typeof lagMs === 'number') lag.observe(lagMs / 1000);
      if (typeof purged === 'number') purges.inc(purged);
      if (typeof unpurged === 'number') purgesWaiting.set(unpurged);
      if (level !== 'info') events.inc({ event, level });
    },
    text: (figures) => {
      // What nobody knows now is left out, and not what it was before.
      for (const each of [parts, running, waiting, choreRan, choreFails]) each.reset();
      for (const [part, up] of Object.entries(figures.parts)) parts.set({ part }, up ? 1 : 0);
      for (const [queue, load] of Object.entries(figures.queues ?? {})) {
        running.set({ queue }, load.running);
        waiting.set({ queue }, load.waiting);
      }
      for (const [chore, { at, failures }] of Object.entries(figures.database?.chores ?? {})) {
        if (at !== null) choreRan.set({ chore }, at);
        choreFails.set({ chore }, failures);
      }
      for (const [each, figure] of ofDatabase) put(each, figures.database?.[figure]);
      put(free, figures.disk?.free);
      put(size, figures.disk?.size);
      put(backup, figures.backup);
      return registry.metrics();
    },
  };
}

function put(gauge: Gauge, value: number | null | undefined): void {
  if (value === null || value === undefined) gauge.remove();
  else gauge.set(value);
}
