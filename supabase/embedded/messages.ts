import type { BackendOptions } from './options.ts';

/** Channels that the child passes on to its parent. */
export const FORWARDED_CHANNELS = ['site_changes', 'publish_requests'] as const;
export type ForwardedChannel = (typeof FORWARDED_CHANNELS)[number];

/** What can travel between the processes. */
export type SpawnOptions = Omit<BackendOptions, 'log' | 'snapshot'>;

export type ToChild = { type: 'start'; options: SpawnOptions } | { type: 'stop' };

export type FromChild =
  | { type: 'ready'; url: string }
  | { type: 'progress'; line: string }
  | { type: 'notify'; channel: ForwardedChannel; payload: string }
  /** The one sentence why it could not start. */
  | { type: 'fatal'; message: string };
