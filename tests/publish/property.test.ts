import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFiles } from '#publish/files.ts';
import { type Harness, harness, isListing } from './harness.ts';
import { CHANGES, random } from './random-changes.ts';

/** `STEPS_OF_CHANGES=2000` is the long version. */
const STEPS = Number(process.env.STEPS_OF_CHANGES ?? 160);
const SEED = Number(process.env.SEED_OF_CHANGES ?? 20261121);

let site: Harness;
beforeAll(async () => {
  site = await harness();
});
afterAll(() => site.close());

it(`publishing only the affected pages gives the bytes of a full build, over ${STEPS} random changes`, async () => {
  const r = random(SEED);
  const { sql } = site.backend;
  const apply = async (n: number) => {
    // The first changes fill the database, so that the others have something to work on.
    const change = n < 40 ? r.pick(CHANGES.slice(0, 3)) : r.pick(CHANGES);
    await change.run(sql, r, n);
    return change.name;
  };
  for (let n = 0; n < 20; n++) await apply(n);
  await site.buildAll();
  await site.publisher.flush();

  for (let n = 20; n < 20 + STEPS; n++) {
    // Some changes come in bursts, and are published as one batch.
    const names = [await apply(n)];
    if (r.next() < 0.2) names.push(await apply(n + 10_000));
    await site.publisher.flush();
    if (n % 40 === 0) await site.publisher.refreshListings();
    const difference = await differences(n % 40 === 0);
    expect(difference, `seed ${SEED}, step ${n}: ${names.join(', ')}`).toEqual([]);
  }
  expect(site.log).toEqual([]);
}, 1_200_000);

/** Pages without data are compared with the lists, now and then. */
const SHELL = /^\/(dashboard\/|auth$|join$|thank-you$|404$|robots\.txt$)/;

/** Files that differ between what was published and what a full build renders now. */
async function differences(withListings: boolean): Promise<string[]> {
  const { renderer, media, release } = site;
  const full = { directory: await site.read(), media };
  const compared = (route: string) => withListings || !(isListing(route) || SHELL.test(route));
  const routes = (await renderer.routes(full)).filter(compared);
  const wanted = new Map<string, string>();
  for (const route of routes) {
    const { file, body } = await renderer.render(route, full);
    wanted.set(file, digest(body ?? Buffer.alloc(0)));
  }
  const published = (await listFiles(release.siteDir)).filter(
    (file) => !file.startsWith('pagefind') && compared(`/${file.replace(/\.html$/, '')}`),
  );
  const found: string[] = [];
  for (const file of published) {
    const actual = digest(await readFile(path.join(release.siteDir, file)));
    if (!wanted.has(file)) found.push(`${file} should be gone`);
    else if (wanted.get(file) !== actual) found.push(`${file} is stale`);
  }
  for (const file of wanted.keys()) if (!published.includes(file)) found.push(`${file} is missing`);
  return found;
}

const digest = (body: Buffer) => createHash('sha256').update(body).digest('hex');
