/** @module-tag long */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { readEnvironment } from '#config/process/environment.ts';
import { loadKeys } from '#embedded/index.ts';
import { freePort } from '#node/free-port.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { mailServer } from '#tests/support/mail-server.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { startProduct } from '#tests/support/product.ts';
import { runScript } from '#tests/support/run-script.ts';
import { examine } from '../../scripts/lib/doctor/examine.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 });

const dataDir = folderOfFile('muro-doctor-');
const empty = folderOfFile('muro-doctor-');
let backendUrl: string;

const server = ofFile(() => mailServer({ account: { user: 'muro', pass: 'right' } }));
const product = ofFile(async () =>
  startProduct({ dataDir, port: await freePort(), env: { SEED: 'none' } }),
);
beforeAll(async () => {
  backendUrl = JSON.parse(readFileSync(path.join(dataDir, 'run.json'), 'utf8')).backendUrl;
});

/** What is found, as 'check status', and the sentences of what is not well. */
async function found(env: Record<string, string>) {
  const findings = await examine(readEnvironment(env));
  return {
    statuses: Object.fromEntries(findings.map(({ check, status }) => [check, status])),
    said: Object.fromEntries(findings.map(({ check, text }) => [check, text])),
  };
}
const here = (over: Record<string, string> = {}) => ({
  DATA_DIR: product.dataDir,
  PORT: new URL(product.origin).port,
  ...over,
});
/** The same backend, taken for a hosted project. */
const hosted = async (over: Record<string, string> = {}) => {
  const { publishableKey, secretKey } = await loadKeys(product.dataDir);
  return {
    DATA_DIR: empty,
    SITE_URL: product.origin,
    PUBLIC_SUPABASE_URL: backendUrl,
    PUBLIC_SUPABASE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    ...over,
  };
};

it('finds nothing wrong with a product that runs, but that it has no admin', async () => {
  const { statuses } = await found(here());
  expect(statuses).toEqual({
    node: 'ok',
    disk: 'ok',
    address: 'ok',
    mail: 'ok',
    sender: 'ok',
    log: 'ok',
    metrics: 'ok',
    site: 'ok',
    uploads: 'ok',
    'publishable key': 'ok',
    'secret key': 'ok',
    'auth links': 'ok',
    clock: 'ok',
    migrations: 'ok',
    pictures: 'ok',
    admins: 'warn',
    deliveries: 'ok',
    agreements: 'ok',
    chores: 'ok',
    webhook: 'ok',
  });
});

it('says what a server for mails answers, without the password', async () => {
  const MAIL_FROM = 'Muro <hello@muro.example>';
  const right = await found(here({ SMTP_URL: server.url, MAIL_FROM }));
  expect(right.statuses.mail).toBe('ok');
  const wrong = await found(here({ SMTP_URL: server.url.replace('right', 'wr0ng'), MAIL_FROM }));
  expect(wrong.statuses).toMatchObject({ mail: 'fail', sender: 'warn' });
  expect(wrong.said.mail).toMatch(/535/);
  expect(wrong.said.mail).not.toContain('wr0ng');
  const nobody = `smtp://127.0.0.1:${await freePort()}`;
  expect((await found(here({ SMTP_URL: nobody, MAIL_FROM }))).said.mail).toMatch(/ECONNREFUSED/);
});

it('tells keys apart: right, of nobody, and the one in place of the other', async () => {
  expect((await found(await hosted())).statuses).toMatchObject({
    'publishable key': 'ok',
    'secret key': 'ok',
    migrations: 'ok',
    mail: 'warn',
    webhook: 'warn',
    // Without a server for mails it lets everybody in.
    'auth settings': 'warn',
  });
  const unknown = await found(
    await hosted({
      PUBLIC_SUPABASE_KEY: `sb_publishable_${'x'.repeat(32)}`,
      SUPABASE_SECRET_KEY: `sb_secret_${'x'.repeat(32)}`,
    }),
  );
  expect(unknown.statuses).toMatchObject({ 'publishable key': 'fail', 'secret key': 'fail' });
  expect(unknown.said['secret key']).toMatch(/refuses SUPABASE_SECRET_KEY \(401\)/);
  const { publishableKey } = await loadKeys(product.dataDir);
  const swapped = await found(await hosted({ SUPABASE_SECRET_KEY: publishableKey }));
  expect(swapped.said['secret key']).toBe(
    'SUPABASE_SECRET_KEY is a publishable key: put the secret one there.',
  );
});

it('says who can read the figures', async () => {
  expect((await found(here())).said.metrics).toMatch(/^Only this machine/);
  const other = await found(here({ METRICS_TOKEN: 'another-canary-token' }));
  expect(other.statuses).toMatchObject({ metrics: 'fail' });
  expect(other.said.metrics).toMatch(/runs without METRICS_TOKEN/);
  const exposed = await found(here({ SITE_URL: product.origin }));
  expect(exposed.statuses).toMatchObject({ metrics: 'fail' });
  expect(exposed.said.metrics).toMatch(/^Everybody can read .*: set METRICS_TOKEN/);
});

it('says where links lead and pictures are, when the public address is another', async () => {
  const { said, statuses } = await found(await hosted({ SITE_URL: 'https://muro.invalid' }));
  expect(statuses).toMatchObject({ 'auth links': 'fail', site: 'fail' });
  expect(said['auth links']).toContain(
    `Links of mails lead to ${product.origin}: set Auth's Site URL`,
  );
  expect(said.site).toMatch(/^muro\.invalid cannot be reached/);
});

it('says that a project cannot be reached', async () => {
  const gone = `http://127.0.0.1:${await freePort()}`;
  const { said } = await found(await hosted({ PUBLIC_SUPABASE_URL: gone }));
  expect(said.database).toMatch(/cannot be reached: nothing listens there/);
});

it('is a command that fails with a fault, also in JSON, and names a wrong setting', async () => {
  const text = await runScript('doctor.ts', empty);
  expect(text.code).toBe(1);
  expect(text.out).toMatch(/^FAIL {2}database +There is no database in .* yet\./m);
  const json = await runScript('doctor.ts', empty, '--json');
  expect(JSON.parse(json.out)).toContainEqual({
    check: 'database',
    status: 'fail',
    text: expect.stringContaining('npm start'),
  });
  expect((await runScript('doctor.ts', empty, '--all')).out).toContain('There is no option --all');
});

it('looks into the database itself while no server runs', async () => {
  await product.stop();
  const { statuses } = await found(here());
  expect(statuses).toMatchObject({ site: 'warn', migrations: 'ok', clock: 'ok', webhook: 'warn' });
  expect(Object.values(statuses)).not.toContain('fail');
});
