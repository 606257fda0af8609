/**
 * `npm run rebuild`: publishes what waits; `-- --all [--force]` builds everything anew, `-- --rollback` goes back to
 * the previous release, `-- /artists /quote` renders these pages. Asks the running server, or works alone.
 */
import { type Environment, readEnvironment } from '#config/process/environment.ts';
import { unreachable } from '#config/unreachable.ts';
import { loadKeys } from '#embedded/index.ts';
import { logLine } from '#node/log.ts';
import type { Command } from '#publish/process/messages.ts';
import { PublisherChild } from '#publish/process/publisher-child.ts';
import { databaseOf, sourceOf } from '#publish/process/source.ts';
import { CONTROL_PATH } from '#server/control.ts';
import { openBackend, unserved } from '#server/process/backend.ts';
import { type Help, readArguments, WrongArguments } from './lib/arguments.ts';
import { run } from './lib/cli.ts';
import { runState } from './lib/running.ts';

const HELP: Help = {
  usage: 'npm run rebuild -- [--all [--force] | --rollback | PATHS]',
  about: 'Publishes what waits. Asks the running server, or works alone.',
  rows: [
    ['--all', 'builds every page anew'],
    ['--force', 'also where that leaves far fewer pages'],
    ['--rollback', 'goes back to the previous release'],
    ['PATHS', 'renders these pages, as in /artists /quote'],
  ],
};

await run(async (log) => {
  const command = readCommand();
  const env = readEnvironment(process.env);
  const url = (await runState(env.dataDir))?.url;
  console.log(url ? await askServer(url, env, command, log) : await workAlone(env, command, log));
});
process.exit();

function readCommand(): Command {
  const { values, positionals: paths } = readArguments(HELP, {
    options: {
      all: { type: 'boolean' },
      force: { type: 'boolean' },
      rollback: { type: 'boolean' },
    },
    words: Number.POSITIVE_INFINITY,
  });
  const wrong = paths.find((name) => !name.startsWith('/'));
  if (wrong)
    throw new WrongArguments(`A path starts with a slash, as in /artists; '${wrong}' does not.`);
  if (Object.keys(values).length > 0 && paths.length > 0)
    throw new WrongArguments('Give either an option or paths.');
  if (values.rollback) return { kind: 'rollback' };
  if (values.all || values.force) return { kind: 'rebuild', force: Boolean(values.force) };
  return paths.length > 0 ? { kind: 'paths', paths } : { kind: 'drain' };
}

async function askServer(
  url: string,
  env: Environment,
  command: Command,
  log: (line: string) => void,
): Promise<string> {
  const secretKey = env.hosted?.secretKey ?? (await loadKeys(env.dataDir, env.keys)).secretKey;
  const response = await fetch(new URL(CONTROL_PATH, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(command),
  }).catch((error) => {
    throw new Error(unreachable(url, error));
  });
  if (!response.ok || !response.body) {
    throw new Error(`The server at ${url} refuses the command (${response.status}).`);
  }
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.log) log(message.log);
      else if (message.ok) return message.text;
      else throw new Error(message.text);
    }
  }
  throw new Error('The server ended before it was done.');
}

async function workAlone(
  env: Environment,
  command: Command,
  log: (line: string) => void,
): Promise<string> {
  const backend = await openBackend(unserved(env), log);
  try {
    const publisher = new PublisherChild({
      source: {
        ...sourceOf(env, backend),
        databaseUrl: databaseOf(env),
        cdn: env.cdn,
        roles: { serve: false, publish: true, email: true },
      },
      log,
      onActivate: async () => {},
      onChanged: async () => {},
      onRendered: () => {},
      isServed: false,
      onFatal: (message) => {
        logLine(message);
        process.exit(1);
      },
    });
    await publisher.ready;
    try {
      return await publisher.command(command);
    } finally {
      await publisher.stop();
    }
  } finally {
    await backend.stop();
  }
}
