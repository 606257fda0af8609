import type { Environment } from '#config/process/environment.ts';
import { someRoles } from '#config/process/roles.ts';
import { megabytes } from '#features/publishing/publishing.ts';
import { answersOf, type Finding } from './finding.ts';

/** What the packages of the product ask of the Node that runs them; npm itself may run on an older one. */
export const NODES = '^22.22.0 || ^24.8.0 || >=26.0.0';

/** Whether this Node is within some alternatives of `^a.b.c` and `>=a.b.c`. */
export function nodeFinding(version: string, engines: string): Finding {
  const { ok, fail } = answersOf('node');
  const numbers = (text: string) => text.replace(/^\D+/, '').split('.').map(Number);
  const have = numbers(version);
  const fits = engines.split('||').some((alternative) => {
    const needs = numbers(alternative.trim());
    const sameMajor = have[0] === needs[0];
    return (sameMajor || alternative.includes('>=')) && compare(have, needs) >= 0;
  });
  return fits
    ? ok(`Node ${version}.`)
    : fail(`Node ${version} is none of ${engines}: start with npm, or install one of these.`);
}

function compare(a: number[], b: number[]): number {
  const at = a.findIndex((part, i) => part !== (b[i] ?? 0));
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** What this process does, where that is not everything. */
export function rolesFinding({ roles, hosted }: Environment): Finding[] {
  const some = someRoles(roles, hosted !== null);
  if (!some) return [];
  const { ok } = answersOf('roles');
  return [ok(`This process does ${some.join(', ')}; what else there is, others have to do.`)];
}

const FULL = 200 * 2 ** 20;
const SCARCE = 2 ** 30;

/** Room in the data directory: PostgreSQL stops where there is none. */
export function diskFinding(dataDir: string, freeBytes: number): Finding {
  const { ok, warn, fail } = answersOf('disk');
  const room = `${megabytes(freeBytes)} are free in ${dataDir}`;
  if (freeBytes < FULL) return fail(`${room}: make room, or move DATA_DIR to a larger disk.`);
  return freeBytes < SCARCE
    ? warn(`${room}: uploads and new releases will fill that.`)
    : ok(`${room}.`);
}

const AWRY_S = 30;
/** A webhook's signature ends then, and sessions begin in the future. */
const BROKEN_S = 300;

/** How far this machine's clock is from another one's. */
export function clockFinding(here: number, there: number, whose: string): Finding {
  const { ok, warn, fail } = answersOf('clock');
  const seconds = Math.round(Math.abs(here - there) / 1000);
  if (seconds < AWRY_S) return ok(`This clock and ${whose} agree.`);
  const off = `This clock and ${whose} are ${seconds} s apart`;
  return seconds < BROKEN_S
    ? warn(`${off}: turn on time synchronisation (timedatectl set-ntp true).`)
    : fail(
        `${off}, so signatures and sessions are refused: turn on time synchronisation (timedatectl set-ntp true).`,
      );
}

/** The public address, and what stands in front of it. */
export function addressFindings(
  env: Pick<Environment, 'origin' | 'exposedBy' | 'trustProxy'>,
): Finding[] {
  const { ok, warn, fail } = answersOf('address');
  const { protocol, hostname } = new URL(env.origin);
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (!env.exposedBy) return [ok(`${env.origin}, which only this machine reaches.`)];
  if (local)
    return [
      fail(
        `Others reach the server, but pages and mails say ${env.origin}: set SITE_URL to the public address.`,
      ),
    ];
  const secure =
    protocol === 'https:'
      ? ok(`${env.origin}.`)
      : fail(
          `${env.origin} has no https: passwords would be readable on the way. Put a proxy with a certificate in front, and set SITE_URL to https.`,
        );
  return env.trustProxy || protocol !== 'https:'
    ? [secure]
    : [
        secure,
        warn(
          'TRUST_PROXY is not set: behind a proxy everybody shares one address and its limits. Set it to 1 where one proxy stands in front.',
        ),
      ];
}

const versionOf = (file: string) => file.slice(0, 14);

/** The database's migrations beside the files of this release. `known` is null where the database keeps no list. */
export function migrationsFinding(
  names: readonly string[],
  known: readonly string[] | null,
  hosted: boolean,
): Finding {
  const { ok, warn, fail } = answersOf('migrations');
  const files = names.filter((name) => name.endsWith('.sql')).sort();
  if (!known)
    return warn(
      'The database keeps no list of its migrations, so whether all are there cannot be seen: apply them with "supabase db push --remote" from now on ("supabase migration repair" writes the list).',
    );
  const missing = files.filter((file) => !known.includes(versionOf(file)));
  const versions = new Set(files.map(versionOf));
  const unknown = known.filter((version) => !versions.has(version));
  if (missing.length > 0) {
    const which = `${missing.length} of ${files.length} are missing, ${missing[0]} first`;
    return hosted
      ? fail(`${which}: run "supabase db push --remote".`)
      : warn(`${which}: the next "npm start" applies them.`);
  }
  return unknown.length > 0
    ? fail(
        `The database has ${unknown.at(-1)}, which this release does not know: run the release that made it.`,
      )
    : ok(`All ${files.length} are applied.`);
}

/** What a key says about itself: the role of a JWT, or the prefix of the newer kind; null where it says nothing. */
export function keyRole(key: string): 'publishable' | 'secret' | null {
  if (key.startsWith('sb_publishable_')) return 'publishable';
  if (key.startsWith('sb_secret_')) return 'secret';
  const { role } = claimsOf(key);
  return role === 'anon' ? 'publishable' : role === 'service_role' ? 'secret' : null;
}

/** A key of the older kind names its project. */
export function keyProject(key: string): string | null {
  const { ref } = claimsOf(key);
  return typeof ref === 'string' ? ref : null;
}

function claimsOf(key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()));
  } catch {
    return {};
  }
}

/** Where the database thinks that pictures are. */
export function mediaFinding(inDatabase: string | null, expected: string): Finding {
  const { ok, fail } = answersOf('pictures');
  return inDatabase === expected
    ? ok(`Uploads are at ${expected}.`)
    : fail(
        `media_origin of private.settings is ${inDatabase ?? 'not set'}, so uploads are refused: insert into private.settings (key, value) values ('media_origin', '${expected}') on conflict (key) do update set value = excluded.value;`,
      );
}

/** Whom mails say they are from. */
export function senderFinding({ smtpUrl, from }: Environment['mail'], origin: string): Finding {
  const { ok, warn } = answersOf('sender');
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase();
  if (!smtpUrl) return ok('Without a server for mails, nobody sees a sender.');
  if (/(^|\.)(example\.(com|org|net)|example|invalid|test|localhost)$/.test(domain))
    return warn(
      `MAIL_FROM is ${from.address}, where nobody can answer: set it to an address of yours.`,
    );
  const { hostname } = new URL(origin);
  const related =
    hostname === domain || hostname.endsWith(`.${domain}`) || domain.endsWith(`.${hostname}`);
  return related
    ? ok(`Mails come from ${from.address}.`)
    : warn(
        `Mails come from ${from.address} and lead to ${hostname}: see that SPF and DKIM of ${domain} allow your mail server.`,
      );
}
