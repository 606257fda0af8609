/** `npm run dev`: Astro's development server over the embedded backend, with search. */
import { readEnvironment } from '#config/process/environment.ts';
import { CLIENT_ADDRESS, FRONT_SECRET } from '#http/front-secret.ts';
import { ROOT } from '#node/root.ts';
import { STOP_SIGNALS } from '#node/stop-signals.ts';
import { startMails } from '#publish/process/mails.ts';
import { sourceOf } from '#publish/process/source.ts';
import { clientAddress, trustedProxies } from '#server/client-address.ts';
import { openBackend } from '#server/process/backend.ts';
import { run } from './lib/cli.ts';
import { DEV_MAIL, devMail } from './lib/dev-mail.ts';
import { devSearch } from './lib/dev-search.ts';
import { readListening } from './lib/listening.ts';

readListening({
  usage: 'npm run dev -- [--port N]',
  about: "Starts Astro's development server over the embedded backend, with search and the emails.",
});
await run(async (log) => {
  const env = readEnvironment(process.env);
  const addressOf = clientAddress(trustedProxies(env.trustProxy));
  // Mails carry links that sign in: nobody but the developer may read them.
  const mailbox = !env.hosted && !env.exposedBy && !env.mail.smtpUrl;
  const backend = await openBackend(env, log);
  // What waits in a hosted project is sent by the server of that project, not by a developer's.
  const mails = env.hosted ? null : startMails(sourceOf(env, backend), log);
  if (mails) backend.onNotify('mails', mails.wake);
  const stop = async () => {
    await mails?.stop();
    await backend.stop();
    process.exit(0);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, () => void stop());

  process.env.DEV_BACKEND_URL = backend.url;
  process.env.PUBLIC_SUPABASE_KEY = backend.keys.publishableKey;
  const search = devSearch(backend.url, backend.keys.publishableKey, log);
  backend.onNotify('site_changes', search.stale);
  // Last, for it is large: what is wrong with the arguments is said at once.
  const { dev } = await import('astro');
  try {
    await dev({
      root: ROOT,
      server: { host: env.host, port: env.port },
      vite: {
        plugins: [search.plugin, ...(mailbox ? [devMail(env.dataDir)] : [])],
        server: {
          strictPort: true,
          proxy: env.hosted
            ? {}
            : {
                '^/(rest|auth|storage)/v1/': {
                  target: backend.url,
                  configure: (proxy) => {
                    proxy.on('proxyReq', (upstream, request) => {
                      upstream.setHeader(CLIENT_ADDRESS, addressOf(request));
                      upstream.setHeader(FRONT_SECRET, backend.frontSecret ?? '');
                    });
                  },
                },
              },
        },
      },
    });
    if (env.mail.smtpUrl) log('SMTP_URL is set: mails leave.');
    else if (mailbox) log(`Mails can be read at ${env.origin}${DEV_MAIL}`);
    else if (!env.hosted)
      log(`Mails are kept in ${env.dataDir}/mail; others could read ${DEV_MAIL}.`);
  } catch (error) {
    await backend.stop();
    throw error;
  }
});
if (process.exitCode) process.exit();
