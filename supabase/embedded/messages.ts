import type { BackendOptions, DemoAccounts } from './options.ts';

/** Channels that the child passes on to its parent. */
export const FORWARDED_CHANNELS = ['site_changes', 'publish_requests'] as const;
export type ForwardedChannel = (typeof FORWARDED_CHANNELS)[number];

/** What can travel between the processes. */
export type SpawnOptions = Omit<BackendOptions, 'log' | 'snapshot' | 'onDatabaseLost'>;

export type ToChild =
  | { type: 'start'; options: SpawnOptions }
  | { type: 'ping' }
  | { type: 'stop' };

export type FromChild =
  | { type: 'ready'; url: string; demoAccounts: DemoAccounts | null }
  | { type: 'progress'; line: string }
  | { type: 'notify'; channel: ForwardedChannel; payload: string }
  /** Answers to `ping`: at once, and when a statement went through or was refused. */
  | { type: 'pong' }
  | { type: 'statement'; ok: boolean }
  /** An operator's import begins or has ended. */
  | { type: 'long-work'; running: boolean }
  /** The one sentence why it could not start. */
  | { type: 'fatal'; message: string };
