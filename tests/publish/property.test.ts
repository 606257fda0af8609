/**
 * @module-tag effort
 * @module-tag long
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { englishPath } from '#config/language-paths.ts';
import { LISTS } from '#features/directory/search/card-file.ts';
import { listFiles } from '#node/files.ts';
import { writeCardFiles } from '#publish/pictures/card-publisher.ts';
import { outputFile } from '#publish/rendering/renderer.ts';
import type { Site } from '#site/scope.ts';
import { EFFORT, effort } from '#tests/support/effort.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { harness, isListing } from './harness.ts';
import { CHANGES, type Random, random } from './random-changes.ts';

const STEPS = effort(16);
/** Compared after each step: some pages, or all. */
const ALL_PAGES = EFFORT >= 100;
const SEED = Number(process.env.SEED_OF_CHANGES ?? 20261121);
/** Steps between two comparisons of everything. */
const WHOLE = 40;
/** Pages compared after each step, beside those that were published. */
const SAMPLE = 8;

const site = ofFile(() => harness());

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
    const whole = n % WHOLE === 0;
    // Some changes come in bursts, and are published as one batch.
    const names = [await apply(n)];
    if (r.next() < 0.2) names.push(await apply(n + 10_000));
    // Some are still in the outbox when a process begins that has read the directory with them.
    if (r.next() < 0.05) {
      await site.restart();
      names.push('restart');
    }
    await site.publisher.flush();
    if (whole) await site.publisher.refreshListings();
    const published = site.jobs.splice(0).flatMap((job) => job.routes);
    const difference = await differences(r, { whole, published });
    expect(difference, `seed ${SEED}, step ${n}: ${names.join(', ')}`).toEqual([]);
  }
  expect(site.log).toEqual([]);
}, 1_200_000);

/** Pages without data are compared with the lists, now and then. */
const SHELL = /^(\/es)?\/(dashboard\/|auth$|join$|thank-you$|404$|robots\.txt$)/;

/** Files that differ between what was published and what a full build renders now. */
async function differences(
  r: Random,
  { whole, published }: { whole: boolean; published: readonly string[] },
): Promise<string[]> {
  const { renderer, media, release } = site;
  const full = { directory: await site.read(), media };
  const all = (await renderer.routes(full)).filter(
    (route) => whole || !(isListing(route) || SHELL.test(route)),
  );
  const files = new Set(all.map((route) => outputFile(route)));
  const found = (await listFiles(release.siteDir))
    .filter((file) => file.endsWith('.html'))
    .filter((file) => whole || !isListing(`/${file.replace(/\.html$/, '')}`))
    .filter((file) => !files.has(file) && !SHELL.test(`/${file.replace(/\.html$/, '')}`))
    .map((file) => `${file} should be gone`);
  const sample = new Set([
    ...published,
    ...Array.from({ length: SAMPLE }, () => englishPath(r.pick(all))),
  ]);
  for (const route of whole || ALL_PAGES
    ? all
    : all.filter((one) => sample.has(englishPath(one)))) {
    const { file, body } = await renderer.render(route, full);
    const actual = await readFile(path.join(release.siteDir, file)).catch(() => null);
    if (!actual) found.push(`${file} is missing`);
    else if (body && digest(actual) !== digest(body)) found.push(`${file} is stale`);
  }
  if (whole) found.push(...(await staleCards(full)));
  return found;
}

/** Of the files that lists are searched in. */
async function staleCards(full: Site): Promise<string[]> {
  const dir = path.join(site.release.dir, 'cards');
  for (const list of LISTS) await writeCardFiles(list, full, dir);
  const files = await listFiles(dir);
  const same = await Promise.all(
    files.map(async (file) => {
      const actual = await readFile(path.join(site.release.siteDir, file)).catch(() => null);
      return actual?.equals(await readFile(path.join(dir, file)));
    }),
  );
  return files.filter((_, i) => !same[i]).map((file) => `${file} is stale`);
}

const digest = (body: Buffer) => createHash('sha256').update(body).digest('hex');
