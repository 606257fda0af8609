import { createHmac, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { causeOf } from '#node/causes.ts';
import { codeOf } from '#node/errors.ts';
import { StartupError } from './errors.ts';
import type { Keys } from './options.ts';

const SHAPE: Record<keyof Keys, RegExp> = {
  publishableKey: /^sb_publishable_[\w-]{16,}$/,
  secretKey: /^sb_secret_[\w-]{16,}$/,
  jwtSecret: /^.{32,}$/,
  webhookSecret: /^whsec_[A-Za-z0-9+/]{32,}=*$/,
  databasePassword: /^[\w-]{24,}$/,
  linkSecret: /^.{32,}$/,
};

/** Fresh keys in the form of hosted Supabase, with a Standard Webhooks secret. */
export function createKeys(): Keys {
  return {
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
    jwtSecret: randomBytes(48).toString('base64url'),
    webhookSecret: `whsec_${randomBytes(32).toString('base64')}`,
    databasePassword: randomBytes(32).toString('base64url'),
    linkSecret: randomBytes(48).toString('base64url'),
  };
}

/**
 * The keys of a data directory; the first call makes them (`keys.json`, readable by its owner only).
 * @param given the setting `KEYS`: what such a file holds, in its place.
 */
export async function loadKeys(dataDir: string, given?: string): Promise<Keys> {
  if (given) return parse(given, 'KEYS', 'Give it all that keys.json holds.');
  const file = path.join(dataDir, 'keys.json');
  await mkdir(dataDir, { recursive: true }).catch((error) => {
    throw new StartupError(`The data directory ${dataDir} cannot be made: ${causeOf(error)}.`);
  });
  const text = await readFile(file, 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw new StartupError(`The keys in ${file} cannot be read: ${causeOf(error)}.`);
  });
  if (text === null) return publish(file);
  if (((await stat(file)).mode & 0o077) !== 0)
    await chmod(file, 0o600).catch((error) => {
      throw new StartupError(`The keys in ${file} cannot be kept private: ${causeOf(error)}.`);
    });
  return parse(text, file);
}

/** Tells keys apart, and nothing else of them. */
export const digestOf = (keys: Keys): string =>
  createHmac('sha256', keys.databasePassword).update(textOf(keys)).digest('base64url');

export const textOf = (keys: Keys) => `${JSON.stringify(keys, null, 2)}\n`;

/** Two processes may start at once: the file appears complete, and the first one wins. */
async function publish(file: string): Promise<Keys> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const keys = createKeys();
  try {
    await writeFile(draft, textOf(keys), { mode: 0o600 });
    await link(draft, file);
    return keys;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST')
      throw new StartupError(`The keys cannot be written to ${file}: ${causeOf(error)}.`);
    return parse(await readFile(file, 'utf8'), file);
  } finally {
    await rm(draft, { force: true });
  }
}

const ADVICE =
  'Restore the file from a backup, or move it aside to have new keys made; everybody then signs in again.';

function parse(text: string, file: string, advice = ADVICE): Keys {
  let read: Partial<Record<string, unknown>>;
  try {
    read = Object(JSON.parse(text));
  } catch {
    throw new StartupError(`${file} is damaged: it is not JSON. ${advice}`);
  }
  const names = Object.keys(SHAPE) as (keyof Keys)[];
  const bad = names.filter((name) => {
    const value = read[name];
    return typeof value !== 'string' || !SHAPE[name].test(value);
  });
  if (bad.length > 0) {
    throw new StartupError(`${file} is damaged: ${bad.join(', ')} missing or malformed. ${advice}`);
  }
  return Object.fromEntries(names.map((name) => [name, read[name]])) as unknown as Keys;
}
