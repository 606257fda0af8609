/** `npm start`: the whole product in one command. */
import { readEnvironment } from '#config/process/environment.ts';
import { collectWhenIdle } from '#node/garbage.ts';
import { logAsJson, logWithTimes } from '#node/log.ts';
import { Front } from '#server/process/front.ts';
import { readyLine } from '#server/process/ready-line.ts';
import { run } from './lib/cli.ts';
import { readListening } from './lib/listening.ts';

readListening({
  usage: 'npm start -- [--port N]',
  about: 'Starts everything on one address: backend, migrations, demo data, build, server.',
});
const started = performance.now();
collectWhenIdle();
await run(async (log) => {
  const env = readEnvironment(process.env);
  if (env.logFormat === 'json') await logAsJson();
  // journald notes the time itself, and nobody needs it who looks on.
  else if (!process.stderr.isTTY && !process.env.JOURNAL_STREAM) logWithTimes();
  const demo = await new Front(env, log).start();
  const ms = Math.round(performance.now() - started);
  if (demo === undefined) return;
  if (env.logFormat === 'json') log(`Ready: ${env.origin}`, { event: 'ready', ms });
  else console.log(readyLine(env.origin, demo, ms));
});
if (process.exitCode) process.exit();
