import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseChanges } from '#domain/directory-change.ts';
import { type Harness, harness } from './harness.ts';

const PATIENCE = { timeout: 20_000 };

let site: Harness;
let reads = 0;
const told: string[] = [];

beforeAll(async () => {
  site = await harness({
    outbox: (own) => ({
      ...own,
      readChanges: (limit) => {
        reads++;
        return own.readChanges(limit);
      },
    }),
  });
  await site.backend.listen('site_changes', (payload) => told.push(payload));
  await site.backend.sql(
    `insert into public.artists (name, slug, city, state, public_visible) values ('Ana', 'ana', 'Seguin', 'TX', true)`,
  );
  await site.publisher.flush();
});
afterAll(() => site?.close());
beforeEach(() => {
  reads = 0;
  told.length = 0;
});

/** Changes the biography; gives the rows that the database told of it. */
async function change(bio: string) {
  const before = told.length;
  await site.backend.sql(`update public.artists set bio = '${bio}' where slug = 'ana'`);
  await expect.poll(() => told.length, PATIENCE).toBe(before + 1);
  return parseChanges(JSON.parse(told.at(-1) ?? ''));
}
const page = () => site.page('artist/ana.html');
const pending = async () => (await site.backend.sql('select from private.site_changes')).length;

describe('a change that the database tells', () => {
  it('is published without a read of the outbox, and finished', async () => {
    site.publisher.notify(await change('Told at once.'));
    await expect.poll(page, PATIENCE).toContain('Told at once.');
    await expect.poll(pending, PATIENCE).toBe(0);
    expect(reads).toBe(0);
  });

  it('does not bring an older state back when it comes late', async () => {
    const early = await change('The older one.');
    const late = await change('The newer one.');
    site.publisher.notify(late);
    await expect.poll(page, PATIENCE).toContain('The newer one.');
    site.publisher.notify(early);
    await expect.poll(pending, PATIENCE).toBe(0);
    expect(reads).toBeGreaterThan(0);
    expect(await page()).toContain('The newer one.');
  });

  it('may have been read and finished before', async () => {
    const rows = await change('Read first.');
    await site.publisher.flush();
    site.publisher.notify(rows);
    await site.publisher.flush();
    expect(await page()).toContain('Read first.');
    expect(site.log).toEqual([]);
  });

  it('takes the page away with the artist', async () => {
    await site.backend.sql(`update public.artists set public_visible = false where slug = 'ana'`);
    await expect.poll(() => told, PATIENCE).toHaveLength(1);
    site.publisher.notify(parseChanges(JSON.parse(told[0] ?? '')));
    await expect.poll(page, PATIENCE).toBeNull();
  });
});
