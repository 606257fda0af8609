import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { freePort } from '#node/free-port.ts';
import { codeIn, hrefOf } from '../../support/mail-links.ts';
import { type MailServer, mailServer, type ReceivedMail } from '../../support/mail-server.ts';
import { type RunningProduct, startProduct } from '../../support/product.ts';
import { PASSWORD } from '../fixtures/account-support.ts';
import { type Person, signIn } from '../fixtures/admin-support.ts';
import { violationsOn } from '../fixtures/axe.ts';
import { choice, fill, quote, sendToArtists, submitButton } from '../fixtures/quote.ts';
import { type Browser, type BrowserContext, expect, type Page, test } from '../fixtures/test.ts';

/**
 * What people do with the mails of the product, which leave by a real SMTP server: a product of this file's own, for
 * that the others write theirs to files. The clock of its database is moved by hand.
 */
test.describe.configure({ mode: 'serial' });

let server: MailServer;
let product: RunningProduct;
let dataDir: string;
let sql: postgres.Sql;
let ana: Person;
let keys: { publishableKey: string; secretKey: string; databasePassword: string };
/** Every address that a browser asked for, with the headers it sent. */
const asked: string[] = [];

test.beforeAll(async () => {
  test.setTimeout(480_000);
  server = await mailServer();
  dataDir = await mkdtemp(path.join(tmpdir(), 'muro-mail-stories-'));
  product = await startProduct({
    dataDir,
    port: await freePort(),
    timeoutMs: 400_000,
    env: {
      SEED: 'none',
      SMTP_URL: server.url,
      MAIL_FROM: 'Muro <hello@muro.example>',
      ACCESS_LOG: '1',
    },
  });
  keys = JSON.parse(await readFile(path.join(dataDir, 'keys.json'), 'utf8'));
  const socket = path.join(dataDir, 'socket');
  const login = { username: 'postgres', password: keys.databasePassword, database: 'postgres' };
  sql = postgres({ host: socket, ...login, max: 1, onnotice: () => {} });
  ana = await account('artist', 'ana@example.com');
  const { data } = await as(ana).rpc('ensure_artist_profile');
  await service().from('artists').update(profile('Ana Ruiz')).eq('id', data.id).throwOnError();
  const others = ['Ben Okafor', 'Cleo Marsh'].map((name) => ({
    ...profile(name),
    slug: name.toLowerCase().replace(' ', '-'),
  }));
  await service().from('artists').insert(others).throwOnError();
});
test.afterAll(async () => {
  await sql?.end();
  await product?.stop();
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});
test.beforeEach(({ context }) => listen(context));

const profile = (name: string) => ({
  name,
  city: 'San Antonio',
  state: 'TX',
  styles: ['Nature'],
  public_visible: true,
});
const client = (key: string, headers = {}) =>
  createClient(product.origin, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers },
  });
const service = (): SupabaseClient => client(keys.secretKey);
const anon = (): SupabaseClient => client(keys.publishableKey);
const as = ({ token }: Person): SupabaseClient =>
  client(keys.publishableKey, { authorization: `Bearer ${token}` });
const at = (route: string) => `${product.origin}${route}`;

/** An account whose address is confirmed. */
async function account(role: 'artist' | 'client', email: string): Promise<Person> {
  const made = { email, password: PASSWORD, email_confirm: true, user_metadata: { role } };
  await service().auth.admin.createUser(made);
  const { data, error } = await anon().auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { id: data.user.id, email, token: data.session.access_token, session: data.session };
}

/** As if so much time had passed, which the worker is told at once. */
async function hoursLater(hours: number): Promise<void> {
  await sql`
    insert into private.settings (key, value) values ('clock_offset_seconds', ${String(hours * 3600)})
    on conflict (key) do update set value = excluded.value`;
  await sql`select pg_notify('mails', '')`;
}

/** The mail to somebody with such a subject, once the server has it. */
async function mailTo(address: string, subject: RegExp): Promise<ReceivedMail> {
  const find = () =>
    server.received.find((mail) => mail.to === address && subject.test(mail.subject));
  await expect.poll(find, { message: `a mail to ${address}: ${subject}` }).toBeTruthy();
  return find() as ReceivedMail;
}

const requestLink = (mail: ReceivedMail) =>
  mail.links.find((link) => link.startsWith(at('/request#'))) ?? 'no link';

function listen(context: BrowserContext): void {
  context.on('request', (request) =>
    asked.push(`${request.url()} ${JSON.stringify(request.headers())}`),
  );
}

/** An address in a browser of its own, where nothing of the others is. */
async function elsewhere(browser: Browser, href: string, who?: Person): Promise<Page> {
  const context = await browser.newContext();
  listen(context);
  const page = await context.newPage();
  if (who) await signIn(page, who);
  await page.goto(href);
  return page;
}

const holders = (page: Page) => page.getByRole('region', { name: 'Sent to' });

async function sendTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Send to ${name}`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Request' }).click();
  await expect(holders(page)).toContainText(name);
}

test('a guest and an artist work by mail, and the guest is offered the next after two days', async ({
  page,
  browser,
}) => {
  test.slow();
  const text = quote({ Email: 'rosa@example.com' });
  await page.goto(at('/quote'));
  await expect(submitButton(page)).toBeVisible();
  await fill(page, text);
  await submitButton(page).click();
  await choice(page).getByRole('checkbox', { name: 'Select Ana Ruiz' }).check();
  await sendToArtists(page).click();
  await expect(page).toHaveURL(/\/thank-you$/);

  // Until its link is opened, an address gets no names.
  const confirmed = await mailTo('rosa@example.com', /^We have your mural request$/);
  expect(confirmed.raw).not.toMatch(/Ana Ruiz/);
  const guest = await elsewhere(browser, requestLink(confirmed));
  await expect(holders(guest)).toContainText('Ana Ruiz');
  await sendTo(guest, 'Ben Okafor');

  const lead = await mailTo(ana.email, /^New nature mural request in San Antonio$/);
  expect(lead.raw).not.toMatch(/rosa|delgado/i);
  const [leads = 'no link'] = lead.links;
  const artist = await elsewhere(browser, leads, ana);
  const seen = artist.waitForResponse('**/rpc/mark_request_seen');
  await artist.getByRole('link', { name: text['Project Description'] }).click();
  await expect(artist.getByRole('article')).toContainText(text['Project Description']);
  await seen;
  await guest.reload();
  await expect(holders(guest).getByText('Seen', { exact: true })).toBeVisible();

  await hoursLater(49);
  const reminder = await mailTo(ana.email, /^A client in San Antonio is still waiting/);
  expect(reminder.raw).not.toMatch(/rosa|delgado/i);
  const offered = await mailTo(
    'rosa@example.com',
    /^(Ana Ruiz and Ben Okafor|Ben Okafor and Ana Ruiz) have not answered your mural request yet$/,
  );
  expect(offered.text).toContain('- Cleo Marsh');
  const back = await elsewhere(browser, requestLink(offered));
  expect(await violationsOn(back)).toEqual([]);
  await sendTo(back, 'Cleo Marsh');
  await hoursLater(0);
  for (const each of [guest, artist, back]) await each.context().close();
});

/** What the database holds, table by table; not when the product itself was last there and looked for work. */
async function contents(): Promise<Record<string, string>> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select schemaname as schema, relname as name from pg_stat_user_tables
    where relname not in ('server_lock', 'chores') order by 1, 2`;
  const sums: Record<string, string> = {};
  for (const { schema, name } of tables) {
    const [row] = await sql<{ sum: string }[]>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql(schema)}.${sql(name)} t`;
    sums[`${schema}.${name}`] = row?.sum ?? '';
  }
  return sums;
}

/** The same, once nothing is under way any more: what a mail server has taken is noted a moment later. */
async function quiet(): Promise<Record<string, string>> {
  let last = await contents();
  await expect(async () => {
    expect(
      await sql`
        select 1 from private.mails where state = 'leased' or (state = 'waiting' and next_attempt_at <= now())
        union all select 1 from private.site_changes`,
    ).toHaveLength(0);
    const before = last;
    last = await contents();
    expect(last).toEqual(before);
  }).toPass({ intervals: [500] });
  return last;
}

test('a scanner that opens every address of every mail changes nothing, and spends none', async () => {
  const form = {
    p_key: crypto.randomUUID(),
    p_claim: 'c'.repeat(43),
    p_name: 'Scanned',
    p_email: 'scanned@example.com',
    p_phone: '',
    p_city: 'San Antonio',
    p_project_description: 'A wall that a scanner reads about.',
    p_mural_size: '',
    p_surface_type: 'brick',
    p_style_preference: 'nature',
    p_budget_range: '1k-5k',
  };
  const { data } = await anon().rpc('submit_lead', form).throwOnError();
  await service()
    .from('lead_assignments')
    .insert({ lead_id: data.id, artist_id: data.matches[0].id })
    .throwOnError();
  await mailTo('scanned@example.com', /^We have your mural request$/);
  await account('client', 'scanned-account@example.com');
  await anon().auth.resetPasswordForEmail('scanned-account@example.com');
  const recovery = await mailTo('scanned-account@example.com', /password/i);
  await anon().auth.signUp({ email: 'scanned-new@example.com', password: PASSWORD });
  const confirmation = await mailTo('scanned-new@example.com', /confirm/i);

  await anon().rpc('subscribe_newsletter', { p_email: 'scanned-news@example.com' }).throwOnError();
  await mailTo('scanned-news@example.com', /./);

  const links = new Set(server.received.flatMap((mail) => mail.links));
  expect([...links].filter((link) => link.includes('#')).length).toBeGreaterThan(4);
  const before = await quiet();
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['auth.users', 'private.mails', 'private.request_links']),
  );
  for (const link of links)
    for (const method of ['HEAD', 'GET', 'HEAD']) {
      const answer = await fetch(link, { method });
      expect(answer.status, `${method} ${link}`).toBeLessThan(400);
      await answer.arrayBuffer();
    }
  expect(await contents()).toEqual(before);

  const tracked = await anon().rpc('track_request', { p_token: data.token });
  expect(tracked.data).toMatchObject({ id: data.id, state: 'open' });
  for (const [mail, type] of [
    [recovery, 'recovery'],
    [confirmation, 'signup'],
  ] as const) {
    const token_hash = new URLSearchParams(new URL(hrefOf(mail)).hash.slice(1)).get('token_hash');
    const used = await anon().auth.verifyOtp({ token_hash: token_hash ?? '', type });
    expect(used.error, type).toBeNull();
  }
});

test('no token or code of a mail is in a log, in a request line or in a header', async () => {
  const secrets = new Set<string>();
  for (const mail of server.received) {
    for (const link of mail.links) {
      const { hash } = new URL(link);
      const named = new URLSearchParams(hash.slice(1)).get('token_hash');
      if (hash) secrets.add(named ?? hash.slice(1));
    }
    if (mail.links.some((link) => link.includes('token_hash'))) secrets.add(codeIn(mail));
  }
  expect([...secrets].filter((secret) => secret.length >= 43).length).toBeGreaterThan(3);
  const output = product.output();
  const logs = path.join(dataDir, 'log');
  const files = await readdir(logs);
  const texts = await Promise.all(files.map((name) => readFile(path.join(logs, name), 'utf8')));
  const found = (text: string) =>
    [...secrets].filter((secret) =>
      // Six digits are also part of times and sizes.
      secret.length > 6
        ? text.includes(secret)
        : new RegExp(`(?<![\\w.])${secret}(?![\\w.])`).test(text),
    );
  for (const route of [
    '/request',
    '/auth',
    '/rest/v1/rpc/track_request',
    '/dashboard/artist/leads',
  ])
    expect(output).toContain(`"path":"${route}"`);
  expect(asked.length).toBeGreaterThan(50);
  expect([output, ...texts, ...asked].flatMap(found)).toEqual([]);
});
