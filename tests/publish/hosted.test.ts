/** @module-tag long */
import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { readEnvironment } from '#config/process/environment.ts';
import { freePort } from '#node/free-port.ts';
import { testBackend } from '#tests/support/backend.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { examine } from '../../scripts/lib/doctor/examine.ts';
import { startProduct } from '../support/product.ts';

/** A project that runs elsewhere: here a backend that the product did not start and gets no NOTIFY from. */
const dataDir = folderOfFile('muro-hosted-');
const secret = `whsec_${randomBytes(32).toString('base64')}`;

const project = ofFile(() => testBackend());
const product = ofFile(async () =>
  startProduct({
    dataDir,
    port: await freePort(),
    env: {
      PUBLIC_SUPABASE_URL: project.url,
      PUBLIC_SUPABASE_KEY: project.keys.publishableKey,
      SUPABASE_SECRET_KEY: project.keys.secretKey,
      REBUILD_WEBHOOK_SECRET: secret,
    },
  }),
);

it('serves the site over a hosted project, whose signed call publishes a change', async () => {
  expect((await fetch(`${product.origin}/artist/paloma`)).status).toBe(404);
  await project.sql(
    `insert into public.artists (name, slug, city, state, public_visible)
     values ('Paloma', 'paloma', 'Austin', 'TX', true)`,
  );
  const called = await fetch(`${product.origin}/hooks/rebuild`, signedCall());
  expect(called.status).toBe(202);
  const { job } = await called.json();
  await expect
    .poll(async () => (await (await fetch(`${product.origin}/hooks/rebuild/${job}`)).json()).status)
    .toBe('done');
  const page = await fetch(`${product.origin}/artist/paloma`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Paloma');
}, 60_000);

it('is found well by the doctor once the database signs with its secret, and not before', async () => {
  const looked = async () => {
    const env = readEnvironment({
      DATA_DIR: dataDir,
      SITE_URL: product.origin,
      PUBLIC_SUPABASE_URL: project.url,
      PUBLIC_SUPABASE_KEY: project.keys.publishableKey,
      SUPABASE_SECRET_KEY: project.keys.secretKey,
      REBUILD_WEBHOOK_SECRET: secret,
    });
    return (await examine(env)).find(({ check }) => check === 'webhook');
  };
  const set = (key: string, value: string) =>
    project.sql(
      `insert into private.settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
      [key, value],
    );
  // What a hosted project has, and the embedded backend has not.
  await project.sql('create schema if not exists net');
  await set('webhook_url', `${product.origin}/hooks/rebuild`);
  await set('webhook_secret', `whsec_${randomBytes(32).toString('base64')}`);
  expect(await looked()).toMatchObject({
    status: 'fail',
    text: expect.stringContaining("refuses the database's signature"),
  });
  await set('webhook_secret', secret);
  expect(await looked()).toMatchObject({
    status: 'ok',
    text: expect.stringContaining('takes signed calls and refuses forged ones'),
  });
  await project.sql('drop schema net');
}, 60_000);

it('lets browsers talk to the project themselves, and names it in the policy', async () => {
  expect((await fetch(`${product.origin}/rest/v1/artists`)).status).toBe(404);
  const page = await (await fetch(product.origin)).text();
  expect(page).toContain(`connect-src 'self' ${project.url}`);
});

it('prints no demo accounts and no secret', () => {
  expect(product.output()).toMatch(/^Ready: /m);
  expect(product.output()).not.toMatch(/mural-demo|sb_secret|whsec/);
});

function signedCall(): RequestInit {
  const [id, at, body] = [`msg_${randomUUID()}`, new Date(), '{"type":"site.changed"}'];
  return {
    method: 'POST',
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    },
  };
}
