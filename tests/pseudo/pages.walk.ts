import { DASHBOARD_TABS } from '#config/dashboard-tabs.ts';
import { day, painter, propose, rpc, sendRequest } from '../e2e/fixtures/account-support.ts';
import { type Person, person, signIn } from '../e2e/fixtures/admin-support.ts';
import { agreedJob } from '../e2e/fixtures/agreed-job.ts';
import { PUBLIC_PAGES } from '../e2e/fixtures/public-pages.ts';
import { type Browser, expect, test } from '../e2e/fixtures/test.ts';
import { type Left, look } from './look.ts';

/** Every kind of page and every desk but the admin's: nothing that is shown lacks Spanish words. */
test.use({ viewport: { width: 390, height: 844 } });

let left: Left;
test.beforeEach(() => {
  left = new Map();
});
test.afterEach(() => {
  expect([...left].map(([text, where]) => `${where}: ${text}`)).toEqual([]);
});

/** Looks at pages as a person or a guest, each in a browser of its own: a press on one may end the session, a little later. */
async function lookIn(browser: Browser, who: Person | null, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    const context = await browser.newContext();
    const page = await context.newPage();
    if (who) await signIn(page, who);
    await look(page, path, left);
    await context.close();
  }
}

for (const path of PUBLIC_PAGES)
  test(`/es${path}`, async ({ page }) => {
    await look(page, path, left);
  });

test('a request on its way, from both sides', async ({ browser }) => {
  const ana = await painter('Ana');
  const { id, token } = await sendRequest(null, 'Carmen Ibarra', 'A wall of cranes', [ana.profile]);
  const both = async () => {
    await lookIn(browser, null, `/request#${token}`);
    await lookIn(browser, ana, `/dashboard/artist/leads?lead=${id}`);
  };
  await both();
  const words = { p_message: 'We start soon.' };
  const p_proposal = await propose(ana, id, { p_high: 1200, p_starts_on: day(0), ...words });
  await both();
  await rpc('accept_proposal', { p_proposal, p_token: token }, null);
  await both();
  const key = { p_lead: id, p_artist: ana.profile.id };
  await rpc('complete_request', key, ana);
  await both();
  await rpc('complete_request', { ...key, p_token: token }, null);
  await both();
});

test('a request with an agreement in force', async ({ page }) => {
  const { token } = await agreedJob(null, 4200, 'thirds');
  await look(page, `/request#${token}`, left);
});

const tabsOf = (role: 'artist' | 'client') =>
  DASHBOARD_TABS[role].map((tab) => `/dashboard/${role}/${tab}`);

for (const role of ['artist', 'client'] as const)
  test(`the desk of a new ${role}`, async ({ browser }) => {
    await lookIn(browser, await person(role), ...tabsOf(role));
  });

test('the desks of an artist and a client with a job', async ({ browser }) => {
  const client = await person('client');
  const { artist, lead } = await agreedJob(client, 4200, 'thirds');
  await lookIn(browser, artist, ...tabsOf('artist'), `/dashboard/artist/leads?lead=${lead}`);
  await lookIn(browser, client, ...tabsOf('client'), `/dashboard/client/quotes?request=${lead}`);
});
