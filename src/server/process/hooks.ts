import type { Environment } from '#config/process/environment.ts';
import type { MailQueue } from '#mail/delivery/mail-queue.ts';
import type { Log } from '#node/log.ts';
import type { PublisherChild } from '#publish/process/publisher-child.ts';
import type { PublishingData } from '#publish/process/publishing-data.ts';
import { control } from '../control.ts';
import { noHooks } from '../no-hooks.ts';
import type { ServerOptions } from '../server.ts';
import { answerUnsubscribe } from '../unsubscribe.ts';
import { webhook } from '../webhook.ts';
import type { RunningBackend } from './backend.ts';

export type Hook = NonNullable<ServerOptions['hooks']>;

interface HookOptions {
  env: Environment;
  backend: RunningBackend;
  /** Null in a process that has no part in pages and emails. */
  publisher: PublisherChild | null;
  log: Log;
  follow: Parameters<typeof control>[0]['follow'];
}

const OTHERS_PUBLISH = 'Pages are published by another process.';

/** What lets webhooks and operators reach the publisher, and mailboxes the database, as far as the roles say. */
export function hooksOf({ env, backend, publisher, log, follow }: HookOptions): Hook[] {
  const { roles } = env;
  const { secretKey } = backend.keys;
  const project = [backend.url, secretKey, env.hosted !== null] as const;
  const unsubscribe = answerUnsubscribe({ end: endMails(...project), log });
  const served = roles.has('serve') ? [unsubscribe] : [];
  if (!roles.has('hooks')) return [...served, noHooks];
  return [
    webhook({
      secrets: backend.webhookSecrets,
      remember: rememberWebhooks(...project),
      publish: async () => (publisher ? publisher.command({ kind: 'drain' }) : OTHERS_PUBLISH),
      log,
    }),
    ...served,
    control({
      secretKey,
      run: async (command) => {
        if (publisher) return publisher.command(command);
        throw new Error(OTHERS_PUBLISH);
      },
      follow,
    }),
  ];
}

type Project = [url: string, secretKey: string, hosted: boolean];

/** The API's client is loaded for the first webhook: beside the embedded backend there are none. */
function rememberWebhooks(...project: Project) {
  let data: Promise<PublishingData> | undefined;
  return async (id: string): Promise<boolean> => {
    data ??= import('#publish/process/publishing-data.ts').then((module) =>
      module.publishingData(...project),
    );
    return (await data).rememberWebhook(id);
  };
}

/** Loaded for the first mailbox that asks. */
function endMails(...project: Project) {
  let queue: Promise<MailQueue> | undefined;
  return async (token: string): Promise<void> => {
    queue ??= import('#mail/delivery/mail-queue.ts').then((module) => module.mailQueue(...project));
    await (await queue).unsubscribe(token);
  };
}
