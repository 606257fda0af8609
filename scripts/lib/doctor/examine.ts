import { readdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '#config/process/environment.ts';
import { loadKeys } from '#embedded/index.ts';
import { ROOT } from '#node/root.ts';
import { HOOK_PATH } from '#server/webhook.ts';
import { runState } from '../running.ts';
import { bucketFindings } from './buckets.ts';
import { catalogFinding } from './catalog.ts';
import { cdnFindings } from './cdn.ts';
import { answersOf, type Finding, settled } from './finding.ts';
import {
  authFindings,
  keyFindings,
  mailFinding,
  metricsFinding,
  signatureOf,
  siteFinding,
  uploadsFinding,
  webhookFinding,
} from './probes.ts';
import {
  addressFindings,
  clockFinding,
  diskFinding,
  mediaFinding,
  migrationsFinding,
  NODES,
  nodeFinding,
  rolesFinding,
  senderFinding,
} from './rules.ts';
import { askSetup, type Call, newCall, type Project, type Setup, setupOffline } from './setup.ts';

/** What the system says; tests say something else. */
interface Machine {
  nodeVersion: string;
  freeBytes: (dir: string) => Promise<number>;
}

const THIS_MACHINE: Machine = {
  nodeVersion: process.version,
  // Of the nearest folder that is there: the data directory may be made later.
  freeBytes: async (dir) => {
    const { bavail, bsize } = await statfs(dir).catch(() => statfs(ROOT));
    return bavail * bsize;
  },
};

/** Looks at everything that a configuration depends on, from the machine to what answers at the public address. */
export async function examine(
  env: Environment,
  machine: Machine = THIS_MACHINE,
): Promise<Finding[]> {
  const run = await runState(env.dataDir);
  const call = newCall();
  const groups = await Promise.all([
    settled('node', async () => nodeFinding(machine.nodeVersion, NODES)),
    settled('roles', async () => rolesFinding(env)),
    settled('keys', () => keysFinding(env)),
    settled('disk', async () => diskFinding(env.dataDir, await machine.freeBytes(env.dataDir))),
    settled('address', async () => addressFindings(env)),
    settled('mail', () => mailFinding(env)),
    settled('sender', async () => senderFinding(env.mail, env.origin)),
    settled('log', async () => answersOf('log').ok(LOG[env.logFormat])),
    settled('metrics', async () => (run ? metricsFinding(env, run.url) : [])),
    settled('site', () => siteFinding(env.origin, run !== null || env.hosted !== null)),
    bucketFindings(env.buckets),
    settled('cdn', () => cdnFindings(env, run !== null)),
    settled('database', () => database(env, run, call)),
  ]);
  // After the others: two at once cannot have a data directory that no server has.
  const catalog = await settled('catalog', () => catalogFinding(env, run !== null));
  return [...groups.flat(), ...catalog];
}

const LOG = {
  text: 'The log is for people; LOG_FORMAT=json makes it one for programs.',
  json: 'The log is JSON, one event a line.',
};

/** Keys that are a setting; those in a file are looked at by asking with them. */
async function keysFinding({ dataDir, keys, hosted }: Environment): Promise<Finding[]> {
  if (!keys || hosted) return [];
  await loadKeys(dataDir, keys);
  return [answersOf('keys').ok('KEYS holds all that keys.json would.')];
}

type Run = Awaited<ReturnType<typeof runState>>;

async function database(env: Environment, run: Run, call: Call): Promise<Finding[]> {
  const project = await projectOf(env, run);
  if (!project) {
    const setup = await setupOffline(env, call);
    return await judged(env, run, call, setup, null);
  }
  const answer = await askSetup(project, call);
  const setup: Setup | null = answer.ok ? await answer.json() : null;
  const server = env.hosted ? Date.parse(answer.headers.get('date') ?? '') : Number.NaN;
  const [keys, auth, uploads, rest] = await Promise.all([
    settled('keys', () => keyFindings(project, answer)),
    settled('auth', () => authFindings(project, env.origin)),
    settled('uploads', () => uploadsFinding(project)),
    judged(env, run, call, setup, Number.isNaN(server) ? null : server),
  ]);
  return [...keys, ...auth, ...uploads, ...rest];
}

async function projectOf(
  { hosted, dataDir, keys }: Environment,
  run: Run,
): Promise<Project | null> {
  if (hosted) return { ...hosted, hosted: true };
  return run && { url: run.backendUrl, ...(await loadKeys(dataDir, keys)), hosted: false };
}

/** What the database said, held against this configuration; `server` is the time of the host in front of it. */
async function judged(
  env: Environment,
  run: Run,
  call: Call,
  setup: Setup | null,
  server: number | null,
): Promise<Finding[]> {
  const hosted = env.hosted !== null;
  const clock = server === null ? [] : [clockFinding(Date.now(), server, 'that of the project')];
  if (!setup) {
    const { fail, warn } = answersOf('migrations');
    const text = 'The database does not know examine_setup, so migrations are missing';
    const finding = hosted
      ? fail(`${text}, or the secret key is refused: run "supabase db push --remote".`)
      : warn(`${text}: the next "npm start" applies them.`);
    return [...clock, finding];
  }
  const files = await readdir(path.join(ROOT, 'supabase/migrations'));
  return [
    ...clock,
    clockFinding(Date.now(), Date.parse(setup.now), 'that of the database'),
    migrationsFinding(files, setup.migrations, hosted),
    // The embedded backend writes it at each start.
    ...(hosted || run ? [mediaFinding(setup.media_origin, env.hosted?.url ?? env.origin)] : []),
    ...operatorFindings(setup),
    ...(await settled('webhook', () => webhook(env, run, call, setup))),
  ];
}

function operatorFindings(setup: Setup): Finding[] {
  const { admins, mails_failed, chores_failed, agreements_altered } = setup;
  const admin = answersOf('admins');
  const mails = answersOf('deliveries');
  const chores = answersOf('chores');
  const failed = Object.entries(chores_failed).map(([name, problem]) => `${name} (${problem})`);
  const agreements = answersOf('agreements');
  return [
    admins > 0
      ? admin.ok(`${admins} can sign in to the admin dashboard.`)
      : admin.warn('Nobody is an admin: "npm run admin -- create EMAIL" makes the first.'),
    mails_failed === 0
      ? mails.ok('No mail of the last day has failed.')
      : mails.warn(
          `${mails_failed} mails of the last day have failed: the admin dashboard shows what the server said.`,
        ),
    failed.length === 0
      ? chores.ok('Reminders, expiry and the other chores run.')
      : chores.fail(`Chores that fail, and are tried again: ${failed.join(', ')}.`),
    agreements_altered === 0
      ? agreements.ok('Every agreement is what was signed.')
      : agreements.fail(
          `${agreements_altered} agreements are not what was signed: a row was changed by hand. Restore it from a backup.`,
        ),
  ];
}

async function webhook(env: Environment, run: Run, call: Call, setup: Setup): Promise<Finding> {
  const { ok, warn } = answersOf('webhook');
  if (env.hosted && (!setup.webhook_url || !setup.webhook_signature))
    return warn(
      'webhook_url or webhook_secret of private.settings is not set: a change of a page shows after up to 30 seconds, and on a static host never.',
    );
  if (env.hosted && !setup.pg_net)
    return warn(
      'The extension pg_net is not there, so the database calls nobody: create extension pg_net;',
    );
  const here = run && `${run.url}${HOOK_PATH}`;
  const target = setup.webhook_url ?? here;
  if (!target) return warn('No server runs over this data directory, so no call was made.');
  const secret = env.webhookSecrets[0] ?? (await loadKeys(env.dataDir, env.keys)).webhookSecret;
  const signature = signatureOf(call, setup, secret);
  if (!signature) return ok('Nobody calls this server, and it needs no call.');
  return webhookFinding({ target, ours: target.endsWith(HOOK_PATH), call, signature });
}
