import { randomBytes, randomUUID } from 'node:crypto';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { findChromium } from '#tests/support/chromium.ts';
import { newArtist, type ServiceCall, serviceOf } from './new-artist.ts';
import { type Figure, summary } from './stats.ts';

const LEADS = 500;
const MESSAGES = 500;
const SLOWDOWN = 4;
const RUNS = 5;
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** What a person waits for, and how soon it should be there. */
const GOALS = { open: 300, back: 300, thread: 300, asked: 300 };
/** Until it is seen, and how long the page's own thread has computed for it, which a busy machine does not change. */
interface Wait {
  ms: number;
  computed: number;
}
type Times = Record<keyof typeof GOALS, Wait[]>;

/**
 * How long an artist with 500 leads waits between a press and what it asks for, on a processor four times as slow as
 * this one, with the code loaded: a lead of the list, the list again, a lead with a conversation of 500 messages; and
 * whoever asked, on the request's page, for that conversation.
 */
export async function measureConversations(origin: string, dataDir: string): Promise<Figure[]> {
  const service = await serviceOf(origin, dataDir);
  const work = await busyArtist(service, await serviceOf(origin, dataDir, 'publishableKey'));
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox'],
  });
  try {
    const figures: Figure[] = [];
    for (const screen of SCREENS)
      figures.push(...figuresOf(screen.width, await timesOn(browser, origin, work, screen)));
    return figures;
  } finally {
    await browser.close();
  }
}

function figuresOf(width: number, times: Times): Figure[] {
  const at = `at ${width} px, processor slowed ${SLOWDOWN} ×`;
  const names = {
    open: `leads, one of ${LEADS} opened`,
    back: `leads, back to the list of ${LEADS}`,
    thread: `leads, lead and conversation of ${MESSAGES} messages`,
    asked: `request, conversation of ${MESSAGES} messages`,
  };
  return (Object.keys(GOALS) as (keyof Times)[]).map((what) => ({
    name: `${names[what]} ${at}`,
    value: summary(times[what].map(({ ms }) => ms)).p50,
    unit: 'ms',
    against: { name: 'goal', value: GOALS[what] },
    better: 'smaller',
    detail: {
      runs: times[what].map(({ ms }) => Math.round(ms)),
      computed: times[what].map(({ computed }) => Math.round(computed)),
    },
  }));
}

interface Work {
  session: object;
  /** What opens the request with the long conversation. */
  token: string;
}

/** An artist with as many leads, the newest of them with as many messages. */
async function busyArtist(service: ServiceCall, anybody: ServiceCall): Promise<Work> {
  const session = await newArtist(service);
  const [artist] = await service<{ id: string }[]>('/rest/v1/artists', 'POST', [
    { name: 'Measured artist', slug: `measured-${randomUUID()}`, user_id: session.user.id },
  ]);
  const asked = await anybody<{ id: string; token: string }>('/rest/v1/rpc/submit_lead', 'POST', {
    p_key: randomUUID(),
    p_claim: randomBytes(32).toString('base64url'),
    p_name: 'Dana Whitfield',
    p_email: 'dana@example.com',
    p_phone: '',
    p_city: 'San Antonio',
    p_project_description: 'A wall of our shop number 0, some twelve feet by thirty.',
    p_mural_size: '12 x 30 ft',
    p_surface_type: 'brick',
    p_style_preference: 'nature',
    p_budget_range: '1k-5k',
  });
  const ids = Array.from({ length: LEADS - 1 }, () => randomUUID());
  const day = 24 * 3_600_000;
  const at = (n: number) => new Date(Date.now() - (n + 1) * day).toISOString();
  await service(
    '/rest/v1/lead_records',
    'POST',
    ids.map((id, n) => ({
      id,
      city: 'San Antonio',
      project_description: `A wall of our shop number ${n + 1}, some twelve feet by thirty.`,
      mural_size: '12 x 30 ft',
      surface_type: 'brick',
      style_preference: 'nature',
      budget_range: '1k-5k',
      created_at: at(n),
    })),
  );
  await service(
    '/rest/v1/lead_contacts',
    'POST',
    ids.map((id) => ({ lead_id: id, name: 'Dana Whitfield', email: 'dana@example.com' })),
  );
  await service(
    '/rest/v1/lead_assignments',
    'POST',
    [asked.id, ...ids].map((id, n) => ({
      lead_id: id,
      artist_id: artist?.id,
      status: 'in_review',
      created_at: at(n - 1),
    })),
  );
  await service(
    '/rest/v1/lead_messages',
    'POST',
    Array.from({ length: MESSAGES }, (_, n) => ({
      lead_id: asked.id,
      artist_id: artist?.id,
      sender: n % 3 === 0 ? 'artist' : 'client',
      body: `Message ${n + 1}: the wall faces north, and the ladder reaches to its upper edge.`,
      created_at: new Date(Date.now() - (MESSAGES - n) * 1_800_000).toISOString(),
    })),
  );
  return { session, token: asked.token };
}

async function timesOn(
  browser: Browser,
  origin: string,
  work: Work,
  viewport: { width: number; height: number },
): Promise<Times> {
  const context = await browser.newContext({ viewport });
  await context.addInitScript(
    (stored) => localStorage.setItem('mural-auth', stored),
    JSON.stringify(work.session),
  );
  const page = await context.newPage();
  await page.goto(`${origin}/dashboard/artist/leads`, { waitUntil: 'networkidle' });
  const more = page.getByRole('button', { name: 'Show more' });
  const rows = page.locator('table a');
  await rows.first().waitFor();
  while (await more.isVisible()) {
    const shown = await rows.count();
    await more.click();
    await rows.nth(shown).waitFor();
  }
  // The code is there after the first time.
  await page.getByRole('link', { name: /shop number 3,/ }).click();
  await page.getByText('Say hello to').waitFor();
  await page.goBack();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });

  const times: Times = { open: [], back: [], thread: [], asked: [] };
  for (let run = 0; run < RUNS; run++) {
    times.open.push(await wait(page, devtools, `shop number ${run + 4},`, '#next'));
    times.back.push(await wait(page, devtools, null, 'table a'));
    times.thread.push(await wait(page, devtools, 'shop number 0,', '[role="log"] time'));
    await wait(page, devtools, null, 'table a');
  }
  await page.goto(`${origin}/request#${work.token}`);
  await page.getByRole('region', { name: 'Sent to' }).waitFor();
  for (let run = 0; run <= RUNS; run++) {
    const waited = await wait(page, devtools, 'Open conversation', '[role="log"] time');
    // The first brings the code.
    if (run > 0) times.asked.push(waited);
    await page.getByRole('button', { name: /^Close conversation/ }).click();
    await page.getByRole('log').waitFor({ state: 'detached' });
  }
  await context.close();
  return times;
}

/**
 * Milliseconds from the press of a row or of a conversation's button, or of Back, until what is waited for is seen. A
 * column at the side hides the table while a lead is open, so what is in it counts only once it is shown.
 */
async function wait(
  page: Page,
  devtools: CDPSession,
  row: string | null,
  shows: string,
): Promise<Wait> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(scrollTo, row);
  const before = await computed(devtools);
  const ms = await page.evaluate(press, [row, shows] as const);
  return { ms, computed: (await computed(devtools)) - before };
}

async function computed(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

async function scrollTo(row: string | null): Promise<void> {
  const links = [...document.querySelectorAll('table a, [id^="talk-"]')];
  if (row) links.find((one) => one.textContent?.includes(row))?.scrollIntoView({ block: 'center' });
  await new Promise((done) => setTimeout(done, 500));
}

async function press([row, shows]: readonly [row: string | null, shows: string]): Promise<number> {
  const links = [...document.querySelectorAll<HTMLElement>('table a, [id^="talk-"]')];
  const isShown = () => document.querySelector(shows)?.checkVisibility() ?? false;
  const began = performance.now();
  if (row) links.find((one) => one.textContent?.includes(row))?.click();
  else history.back();
  do await new Promise(requestAnimationFrame);
  while (!isShown());
  // Until it is painted.
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - began;
}
