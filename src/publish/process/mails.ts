import type { Language } from '#config/language.ts';
import { mailQueue } from '#mail/delivery/mail-queue.ts';
import { MailWorker } from '#mail/delivery/mail-worker.ts';
import { renderMail } from '#mail/delivery/render.ts';
import type { Log } from '#node/log.ts';
import { openTransport } from '#node/mail-transport.ts';
import { inLanguage } from '#translation/modules.ts';
import { mailDir, type Source } from './source.ts';

const RENDER = new URL('../../mail/delivery/render.ts', import.meta.url);
const SWEEP_MS = 30_000;

export type Mails = Pick<MailWorker, 'wake' | 'stop'>;

/**
 * Sends the mails of the outbox for as long as this process runs. Nothing leaves a hosted project without a server:
 * files on the disk of a developer who looks at it would be taken for mails that were sent.
 */
export function startMails(source: Source, log: Log): Mails {
  const { mail, origin, backendUrl, secretKey, dataDir, publicBackendUrl } = source;
  if (publicBackendUrl && !mail.smtpUrl) return { wake: () => {}, stop: async () => {} };
  const transport = openTransport({ ...mail, folder: mailDir(dataDir) });
  const worker = new MailWorker({
    queue: mailQueue(backendUrl, secretKey, publicBackendUrl !== ''),
    transport,
    rendererOf,
    origin,
    domain: mail.from.address.slice(mail.from.address.lastIndexOf('@') + 1),
    log,
  });
  transport
    .verify()
    .catch((error) => log(`SMTP_URL: ${error.message}`, { event: 'mail.waits', level: 'warn' }));
  worker.wake();
  const sweep = setInterval(() => worker.wake(), SWEEP_MS);
  return {
    wake: () => worker.wake(),
    stop: async () => {
      clearInterval(sweep);
      await worker.stop();
      transport.close();
    },
  };
}

const renderers = new Map<Language, Promise<typeof renderMail>>([
  ['en', Promise.resolve(renderMail)],
]);

/** Writes emails in a language. Another than English is loaded when the first email needs it. */
function rendererOf(language: Language): Promise<typeof renderMail> {
  const known = renderers.get(language);
  if (known) return known;
  const loading = inLanguage(RENDER, language).then(
    (module) => (module as { renderMail: typeof renderMail }).renderMail,
  );
  renderers.set(language, loading);
  loading.catch(() => renderers.delete(language));
  return loading;
}
