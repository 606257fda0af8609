import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DASHBOARD_TABS, type tabLabel } from '#config/dashboard-tabs.ts';
import { paths } from '#config/paths.ts';
import type { Role } from '#lib/options.ts';
import { imagesAdded, TOASTS } from '#lib/toasts.ts';
import { PASSWORD, photo } from '../e2e/fixtures/account-support.ts';
import { leadsOf, person } from '../e2e/fixtures/admin-support.ts';
import type { Network } from './network.ts';
import type { Page } from './page.ts';

/** An artist of the demo seed with a portfolio. */
const ARTIST = { name: 'Marisol Vega', slug: 'marisol-vega' };

interface Step {
  title: string;
  walk: (page: Page, network: Network) => Promise<void>;
}

/** One walk through the whole product, the same in every browser. Each step begins on an address of its own. */
export const STEPS: Step[] = [
  {
    title: 'browse from the home page to an artist and back',
    walk: async (page) => {
      await page.open(paths.home);
      await page.see('heading', /^Find a Mural Artist/);
      await page.press('button', 'Browse Artists');
      await page.at(/\/artists(\?|$)/);
      await page.press('link', new RegExp(`^${ARTIST.name}`));
      await page.see('heading', ARTIST.name);
      await page.back();
      await page.at(/\/artists(\?|$)/);
      await page.see('text', /^Showing 1-\d+ of \d+ artists$/);
    },
  },
  {
    title: 'search for an artist by name',
    walk: async (page) => {
      await page.open(paths.artists);
      await page.fill('Search', ARTIST.name);
      await page.see('text', 'Showing 1-1 of 1 artists');
      await page.at(/[?&]q=Marisol/);
    },
  },
  {
    title: 'filter the list, and find the filter in the address',
    walk: async (page) => {
      await page.open(paths.artists);
      await page.choose('Style', 'Nature');
      await page.at(/[?&]style=/);
      await page.see('text', /^Showing 1-\d+ of \d+ artists$/);
      const filtered = await page.browser.url();
      await page.open(new URL(filtered).pathname + new URL(filtered).search);
      await page.until('the chosen style', () =>
        page.browser.run<boolean>(
          `() => [...document.querySelectorAll('select')].some((one) => one.value === 'Nature')`,
        ),
      );
    },
  },
  {
    title: 'look at a portfolio in the lightbox',
    walk: async (page) => {
      await page.open(paths.artist(ARTIST.slug));
      await page.press('picture', /./);
      const box = await page.see('dialog', new RegExp(ARTIST.name));
      await page.see('text', /^1 of \d+/);
      await box.press('ArrowRight');
      await page.see('text', /^2 of \d+/);
      await box.press('Escape');
      await page.gone('dialog', new RegExp(ARTIST.name));
    },
  },
  { title: 'ask for a quote while the network is lost', walk: quoteWithoutNetwork },
  { title: 'sign in, and see each tab of a client', walk: (page) => dashboard(page, 'client') },
  { title: 'sign in, and see each tab of an admin', walk: (page) => dashboard(page, 'admin') },
  {
    title: 'sign in as an artist, see each tab, and upload to the portfolio',
    walk: async (page) => {
      await dashboard(page, 'artist');
      await upload(page);
    },
  },
];

async function quoteWithoutNetwork(page: Page, network: Network): Promise<void> {
  const email = `walk-${randomUUID()}@example.com`;
  await page.open(paths.quote);
  await page.see('button', 'Submit Quote Request');
  await page.fill('Name', 'Rosa Delgado');
  await page.fill('Email', email);
  await page.fill('City', 'San Antonio');
  await page.fill('Project Description', 'A long wall by the river, with agaves.');
  await page.choose('Surface Type', 'brick');
  await page.choose('Style Preference', 'nature');
  await page.choose('Budget Range', '1k-5k');
  const faults = await page.faults();
  network.lose();
  try {
    await page.press('button', 'Submit Quote Request');
    await page.see('text', /Saved on this device\./);
  } finally {
    network.find();
  }
  await page.until('the request in the database', async () => (await leadsOf(email)).length === 1);
  await page.see('heading', 'Artists who fit your project');
  await page.forgiveSince(faults);
}

async function dashboard(page: Page, role: Role): Promise<void> {
  const { email } = await person(role);
  await page.open(paths.home);
  await page.browser.run(`() => localStorage.clear()`);
  await page.open(paths.auth);
  await page.fill('Email', email);
  await page.fill('Password', PASSWORD);
  await page.press('button', 'Sign In');
  await page.see('text', TOASTS.loggedIn);
  for (const tab of DASHBOARD_TABS[role]) {
    await page.open(paths.dashboard(role, tab as Parameters<typeof tabLabel>[0]));
    await page.see('heading', /\S/);
    await page.settled();
  }
}

async function upload(page: Page): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'walk-'));
  try {
    const file = path.join(folder, 'wall.jpg');
    await writeFile(file, (await photo('wall.jpg')).buffer);
    await page.open(paths.dashboard('artist', 'portfolio'));
    await page.upload('Upload Photos', [file]);
    await page.see('text', imagesAdded(1));
    await page.until('the picture in the list', () =>
      page.browser.run<boolean>(
        `() => document.querySelectorAll('ul[aria-label="Portfolio photos"] li').length === 1`,
      ),
    );
    await page.open(paths.dashboard('artist', 'profile'));
    await page.fill('City', 'Boerne');
    await page.press('button', 'Save Profile');
    await page.see('text', TOASTS.profileUpdated);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
