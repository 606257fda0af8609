/** `npm start`: the whole product in one command. */
import { readEnvironment } from '#config/process/environment.ts';
import { collectWhenIdle } from '#node/garbage.ts';
import { Front } from '#server/process/front.ts';
import { readyLine } from '#server/process/ready-line.ts';
import { run } from './lib/cli.ts';

const started = performance.now();
collectWhenIdle();
await run(async (log) => {
  const env = readEnvironment(process.env);
  const demo = await new Front(env, log).start();
  if (demo !== undefined) console.log(readyLine(env.origin, demo, performance.now() - started));
});
if (process.exitCode) process.exit();
