import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMailSettings } from '#config/process/mail-settings.ts';
import { startMails } from '#publish/process/mails.ts';
import { form, select, submit } from '#tests/db/support/leads.ts';
import { people, profileOf } from '#tests/db/support/people.ts';
import { type Person, testBackend } from '#tests/support/backend.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { ofFile } from '#tests/support/of-file.ts';

/** The outbox with the product's own worker, which writes files where there is no mail server. */
const ORIGIN = 'http://127.0.0.1:4321';
const dataDir = folderOfFile('muro-outbox-');
let artist: Person;
let client: Person;
let stop: (() => Promise<void>)[] = [];

const backend = ofFile(() => testBackend({ dataDir, origin: ORIGIN }));
beforeAll(async () => {
  ({ artist, client } = await people(backend));
  await backend.sql(
    `update public.artists set name = 'Ana Ruiz', city = 'San Antonio', state = 'TX', public_visible = true where id = $1`,
    [await profileOf(backend, artist)],
  );
  const mails = startMails(
    {
      ...{ dataDir, origin: ORIGIN, backendUrl: backend.url, publicBackendUrl: '' },
      ...{ operator: null, siteBucket: null },
      publishableKey: backend.keys.publishableKey,
      secretKey: backend.keys.secretKey,
      mail: readMailSettings({}),
    },
    () => {},
  );
  stop = [await backend.listen('mails', () => mails.wake()), mails.stop];
});
afterAll(async () => {
  for (const end of stop) await end();
});

const project = (n: number) => `Herons over the pond, number ${n}`;
let asked = 0;

/** A request of a guest whose address nobody has proven, or of an account. */
async function ask(by: Person | null = null) {
  asked += 1;
  const lead = form({ project_description: project(asked), ...(by && { email: by.email }) });
  const who = by ? ({ role: 'authenticated', userId: by.id } as const) : undefined;
  const { id, token } = await submit(backend, lead, who);
  const { claim, email } = lead;
  return { id, claim, token: token as string, email: email as string, text: project(asked) };
}

/** It goes to the artist, and everything about it has left, each email as a file. */
async function send({ id, claim }: Awaited<ReturnType<typeof ask>>): Promise<void> {
  await backend.sql('select private.prove_request($1)', [id]);
  await select(backend, id, claim, [await profileOf(backend, artist)]);
  await expect
    .poll(async () => (await states(id)).filter(({ state }) => state === 'sent').length)
    .toBe(2);
}
const states = (id: string) =>
  backend.sql<{ kind: string; state: string }>(
    'select kind, state from private.mails where lead_id = $1 order by id',
    [id],
  );
const naming = async (...words: string[]) =>
  (await backend.mails()).filter(({ to, text, subject }) =>
    words.some((word) => `${to}${subject}${text}`.includes(word)),
  ).length;

test('a link that a guest asks for leaves within five seconds, and Replace leaves nobody without one', async () => {
  const { id, token, email } = await ask();
  const anon = backend.anon();
  const sent = async () =>
    (await states(id)).filter(({ kind, state }) => kind === 'request_link' && state === 'sent');
  expect((await anon.rpc('mail_request_link', { p_token: token })).data).toEqual({ email });
  await expect.poll(async () => (await sent()).length, { timeout: 5000 }).toBe(1);

  const { data } = await anon.rpc('rotate_request_link', { p_token: token });
  await expect.poll(async () => (await sent()).length, { timeout: 5000 }).toBe(2);
  const last = (await backend.mails()).filter(({ to }) => to === email).at(-1);
  const emailed = last?.links.map((link) => /\/request#([\w-]{43})$/.exec(link)?.[1]).find(Boolean);
  for (const p_token of [data.token, emailed])
    expect((await anon.rpc('track_request', { p_token })).data).toMatchObject({ id });
  expect((await anon.rpc('track_request', { p_token: token })).error?.code).toBe('link_refused');
});

test('emails that are files go with the request that they are about', async () => {
  const [gone, stays] = [await ask(), await ask()];
  for (const request of [gone, stays]) await send(request);
  expect(await naming(gone.email)).toBeGreaterThan(0);
  expect(await naming(gone.text)).toBeGreaterThan(0);
  const kept = await naming(stays.email, stays.text);
  const erased = await backend.anon().rpc('erase_request', { p_token: gone.token });
  expect(erased.error).toBeNull();
  await expect.poll(() => naming(gone.text)).toBe(0);
  // All but the one that says so.
  const subjects = async () =>
    (await backend.mails()).filter(({ to }) => to === gone.email).map(({ subject }) => subject);
  await expect.poll(subjects).toEqual([expect.stringMatching(/^You erased the request/)]);
  expect(await naming(stays.email, stays.text)).toBe(kept);
});

test('and with the account of who sent it', async () => {
  const request = await ask(client);
  const { text } = request;
  await send(request);
  expect(await naming(text)).toBeGreaterThan(0);
  expect((await client.client.rpc('delete_my_account')).error).toBeNull();
  // What says goodbye to that address comes after.
  await expect.poll(() => naming(text)).toBe(0);
});
