import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildSite } from '#publish/rendering/build-site.ts';
import { RenderError } from '#publish/rendering/renderer.ts';
import { writeSearchIndex } from '#publish/rendering/search-index.ts';
import { testBundle } from '#tests/support/bundle.ts';
import { type Harness, harness } from './harness.ts';

let site: Harness;
/** Pages that throw, as one with a fault would. */
const broken = new Set<string>();
/** Pages that cannot be written, once each. */
const unwritable = new Set<string>();
let outage = false;
const index = vi.fn(writeSearchIndex);

beforeEach(async () => {
  broken.clear();
  unwritable.clear();
  outage = false;
  index.mockReset();
  site = await harness({
    writeIndex: index,
    outbox: (own) => ({
      ...own,
      readChanges: (limit) =>
        outage ? Promise.reject(new Error('connection refused')) : own.readChanges(limit),
    }),
  });
  await site.backend.sql(
    `insert into public.artists (name, slug, city, state, bio, public_visible)
     select 'Artist ' || n, 'artist-' || n, 'Austin', 'TX', 'First', true from generate_series(1, 3) n`,
  );
  await site.buildAll();
  await site.publisher.flush();
  const { render } = site.renderer;
  site.renderer.render = async (pathname, scope) => {
    if (broken.has(pathname)) throw new RenderError(pathname, new Error('the wall fell down'));
    if (unwritable.delete(pathname)) throw new Error('no space left');
    return render(pathname, scope);
  };
});
afterEach(() => site.close());

const setBio = (slug: string, bio: string) =>
  site.backend.sql('update public.artists set bio = $2 where slug = $1', [slug, bio]);
const waiting = async () =>
  (await site.backend.sql<{ n: number }>('select count(*)::int as n from private.site_changes'))[0]
    ?.n;

// Each test has a database of its own.
vi.setConfig({ testTimeout: 120_000 });

describe('a page that throws', () => {
  it('keeps its previous bytes, is named, holds up no other page, and is tried again', async () => {
    broken.add('/artist/artist-1');
    await setBio('artist-1', 'Second');
    await setBio('artist-2', 'Second');
    await site.publisher.flush();
    expect(await site.page('artist/artist-1.html')).toContain('First');
    expect(await site.page('artist/artist-2.html')).toContain('Second');
    expect(site.log).toEqual([
      'Not published, the previous page stays: /artist/artist-1: the wall fell down',
    ]);
    expect(site.jobs.at(-1)).toMatchObject({
      ok: false,
      errors: ['/artist/artist-1: the wall fell down'],
    });
    expect(await waiting()).toBe(1);

    broken.clear();
    await expect
      .poll(() => site.page('artist/artist-1.html'), { timeout: 30_000 })
      .toContain('Second');
    await expect.poll(waiting).toBe(0);
  });

  it('fails a full build, by name', async () => {
    broken.add('/artist/artist-2');
    const input = await buildInput();
    await expect(buildSite(input)).rejects.toThrow(
      /1 of \d+ pages.*\/artist\/artist-2: the wall fell/s,
    );
  });
});

describe("a style that is new to every city's page", () => {
  beforeEach(async () => {
    await site.backend.sql(
      `insert into public.cities (city_name, slug, state) values ('Dallas', 'dallas-tx', 'TX')`,
    );
    await site.publisher.flush();
  });
  const addStyle = () =>
    site.backend.sql(`update public.artists set styles = '{Lettering}' where slug = 'artist-1'`);
  const pageOfCity = () => site.page('mural-artists/dallas-tx.html');

  it('waits in the outbox while one of them throws', async () => {
    broken.add('/mural-artists/dallas-tx');
    await addStyle();
    await site.publisher.flush();
    expect(await waiting()).toBe(1);

    broken.clear();
    await expect.poll(waiting).toBe(0);
    expect(await pageOfCity()).toContain('Lettering');
  });

  it('comes to all of them also when publishing broke off', async () => {
    unwritable.add('/mural-artists/dallas-tx');
    await addStyle();
    await expect(site.publisher.flush()).rejects.toThrow('no space left');
    await site.publisher.flush();
    expect(await waiting()).toBe(0);
    expect(await pageOfCity()).toContain('Lettering');
  });
});

describe('a database that is away', () => {
  it('loses nothing: publishing waits and goes on', async () => {
    outage = true;
    await setBio('artist-3', 'Later');
    site.publisher.wake();
    await expect.poll(() => site.log[0]).toMatch(/^Publishing waits 1 s: connection refused/);
    outage = false;
    await expect.poll(waiting).toBe(0);
    expect(await site.page('artist/artist-3.html')).toContain('Later');
  });
});

describe('lists that cannot be made', () => {
  it('are tried again, ever later, and operators are told', async () => {
    index.mockRejectedValue(new Error('the index fell down'));
    await site.publisher.refreshListings();
    expect(site.jobs.at(-1)).toMatchObject({
      kind: 'listings',
      ok: false,
      errors: ['the index fell down'],
    });
    expect(site.log).toEqual([
      'Search index and sitemap stay as they were for now: the index fell down',
    ]);

    index.mockReset();
    await expect.poll(() => site.jobs.at(-1)?.ok).toBe(true);
  });
});

describe('a picture that the storage does not give', () => {
  it('is waited for with the change that brings it, ever longer, and by no other change', async () => {
    const { media } = site;
    let [away, asked] = [true, 0];
    vi.spyOn(media, 'missing').mockImplementation((images) => (away ? [...images] : []));
    vi.spyOn(media, 'ensure').mockImplementation(async () => {
      asked++;
    });
    await site.backend.sql(
      `update public.artists set profile_photo = 'https://example.com/a.jpg', bio = 'Second' where slug = 'artist-1'`,
    );
    await setBio('artist-2', 'Second');
    await site.publisher.flush();
    await expect.poll(() => asked).toBeGreaterThan(1);
    expect(await site.page('artist/artist-1.html')).toContain('First');
    expect(await site.page('artist/artist-2.html')).toContain('Second');
    // After one second, two, four: not in a circle.
    expect(asked).toBeLessThan(5);

    away = false;
    await expect.poll(waiting).toBe(0);
    expect(await site.page('artist/artist-1.html')).toContain('a.jpg');
  });
});

describe('an empty database', () => {
  it('builds a whole site with its empty states', async () => {
    await site.backend.sql('delete from public.artists');
    const input = await buildInput();
    const { pages } = await buildSite(input);
    expect(pages).toEqual(expect.arrayContaining(['/', '/artists', '/quote', '/404']));
    const home = await readFile(path.join(input.outDir, 'index.html'), 'utf8');
    expect(home).toContain('No featured artists yet. Be the first to join!');
  });
});

async function buildInput() {
  const outDir = path.join(site.release.dir, `build-${Math.random()}`);
  return {
    site: { directory: await site.read(), media: site.media },
    renderer: site.renderer,
    clientDir: (await testBundle()).clientDir,
    outDir,
    progress: () => {},
  };
}
