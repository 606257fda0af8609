import type { About } from '#node/log.ts';
import type { BackendOptions, DemoAccounts } from './options.ts';

/** Channels that the backend's process passes on to its parent. */
export const FORWARDED_CHANNELS = [
  'site_changes',
  'site_log',
  'publish_requests',
  'mails',
] as const;
export type ForwardedChannel = (typeof FORWARDED_CHANNELS)[number];

/** Where a program with the secret key asks how full its queues are; the front hands nothing on to it. */
export const QUEUES_PATH = '/queues';

/** Where the backend makes an image of its PGlite; behind the secret key, and not handed on from outside. */
export const IMAGE_PATH = '/backup/v1/image';

/** What it is asked to start with: all that can travel between processes. */
export type SpawnOptions = Omit<BackendOptions, 'log' | 'snapshot' | 'onDatabaseLost'>;

/** Its answer when it serves. */
export interface StartedBackend {
  url: string;
  demoAccounts: DemoAccounts | null;
  /** PGlite's statements run on its only thread, and cannot be stopped. */
  onItsThread: boolean;
}

/** What a database said: it is well, it takes no visitor's write (which another start would not change), or it refused. */
export type Said = 'ok' | 'not written' | 'refused';

export type ToBackend = { type: 'ask-database' } | { type: 'stop' };

export type FromBackend =
  | { type: 'log'; line: string; about?: About | undefined }
  | { type: 'notify'; channel: ForwardedChannel; payload: string }
  /** Answers `ask-database`, when a statement went through or was refused. */
  | { type: 'statement'; said: Said }
  /** An operator's import begins or has ended. */
  | { type: 'long-work'; running: boolean };
