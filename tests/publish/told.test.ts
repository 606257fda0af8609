import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { publishingData } from '#publish/process/publishing-data.ts';
import { parseChanges } from '#site/directory/directory-change.ts';
import { type Harness, harness } from './harness.ts';

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
  await expect.poll(() => told.length).toBe(before + 1);
  return parseChanges(JSON.parse(told.at(-1) ?? ''));
}
const page = () => site.page('artist/ana.html');
const pending = async () => (await site.backend.sql('select from private.site_changes')).length;

describe('a change that the database tells', () => {
  it('is published without a read of the outbox, and finished', async () => {
    site.publisher.notify(await change('Told at once.'));
    await expect.poll(page).toContain('Told at once.');
    await expect.poll(pending).toBe(0);
    expect(reads).toBe(0);
  });

  it('does not bring an older state back when it comes late', async () => {
    const early = await change('The older one.');
    const late = await change('The newer one.');
    site.publisher.notify(late);
    await expect.poll(page).toContain('The newer one.');
    site.publisher.notify(early);
    await expect.poll(pending).toBe(0);
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
    await expect.poll(() => told).toHaveLength(1);
    site.publisher.notify(parseChanges(JSON.parse(told[0] ?? '')));
    await expect.poll(page).toBeNull();
  });
});

describe('a saved biography', () => {
  it('renders one page in each language, and asks the database nothing but to finish the change', async () => {
    await site.backend.sql('update public.artists set public_visible = true');
    await site.publisher.flush();
    await expect.poll(() => told.length).toBe(1);
    const rendered = vi.spyOn(site.renderer, 'render');
    const asked = vi.spyOn(globalThis, 'fetch');
    try {
      site.publisher.notify(await change('Counted.'));
      await expect.poll(pending).toBe(0);
      const routes = rendered.mock.calls.map(([route]) => route);
      expect(routes.filter((route) => route.endsWith('/ana'))).toEqual([
        '/artist/ana',
        '/es/artist/ana',
      ]);
      const paths = asked.mock.calls.map(([url]) => new URL(String(url)).pathname);
      expect(paths).toEqual(['/rest/v1/rpc/finish_site_changes']);
    } finally {
      rendered.mockRestore();
      asked.mockRestore();
    }
  });

  it('is there first in the language of the artist who saved it', async () => {
    const { id, client } = await site.backend.signedIn('artist');
    await client.auth.updateUser({ data: { locale: 'es' } });
    await site.backend.sql(`update public.artists set user_id = $1 where slug = 'ana'`, [id]);
    const rendered = vi.spyOn(site.renderer, 'render');
    try {
      const saved = await client.from('artists').update({ bio: 'Con calma.' }).eq('user_id', id);
      expect(saved.error).toBeNull();
      await expect.poll(() => told.length).toBe(1);
      site.publisher.notify(parseChanges(JSON.parse(told[0] ?? '')));
      await expect.poll(pending).toBe(0);
      const routes = rendered.mock.calls.map(([route]) => route);
      expect(routes.filter((route) => route.endsWith('/ana'))).toEqual([
        '/es/artist/ana',
        '/artist/ana',
      ]);
    } finally {
      rendered.mockRestore();
    }
  });
});

describe('changes that the outbox never had', () => {
  const quietly = async (statement: string) => {
    await site.backend.sql('alter table public.artists disable trigger artists_site_update');
    await site.backend.sql(statement);
    await site.backend.sql('alter table public.artists enable trigger artists_site_update');
  };
  const checksum = () => {
    const { url, keys } = site.backend;
    return publishingData(url, keys.secretKey).directoryChecksum();
  };

  it('are noticed by the sum of the rows, and published', async () => {
    await site.backend.sql(
      `insert into public.artists (name, slug, city, state, bio, public_visible) values ('Luz', 'luz', 'Austin', 'TX', 'Old', true)`,
    );
    await site.publisher.verify(checksum);
    expect(site.log).toEqual([]);
    await quietly(`update public.artists set bio = 'Written around it.' where slug = 'luz'`);
    await site.publisher.verify(checksum);
    expect(await site.page('artist/luz.html')).toContain('Written around it.');
    expect(site.log.splice(0)).toEqual([
      'The directory was read again: 1 row(s) had changed unnoticed.',
    ]);
    await site.publisher.verify(checksum);
    expect(site.log).toEqual([]);
  });
});

describe('a look whether anything was written', () => {
  /** What the publisher asks of the database while it compares. */
  async function asked(compare: () => Promise<void>): Promise<string[]> {
    const spy = vi.spyOn(globalThis, 'fetch');
    try {
      await compare();
      return spy.mock.calls
        .map(([url]) => new URL(String(url)).pathname.replace('/rest/v1/', ''))
        .filter((name) => !name.endsWith('site_changes'));
    } finally {
      spy.mockRestore();
    }
  }
  /** Says what was written at once, and not some seconds later. */
  const counted = (...statements: string[]) =>
    site.backend.transaction(async (tx) => {
      for (const statement of statements) await tx.sql(statement);
      await tx.sql('select pg_stat_force_next_flush()');
    });
  const WRITES = 'rpc/directory_writes';
  const SUM = 'rpc/directory_checksum';

  it('is all while nothing was, and reads the rows again after each write', async () => {
    const { url, keys } = site.backend;
    const { directoryChecksum } = publishingData(url, keys.secretKey);
    const verify = () => asked(() => site.publisher.verify(directoryChecksum));
    // Sessions of the tests before this one may not have counted all of theirs.
    await expect.poll(verify).toEqual([WRITES]);
    await counted(`update public.artists set bio = 'Counted.' where slug = 'luz'`);
    expect(await verify()).toEqual([WRITES, SUM]);
    await expect.poll(verify).toEqual([WRITES]);
    // Past every trigger, as a restore writes.
    await counted(
      'set local session_replication_role = replica',
      `update public.artists set bio = 'Restored.', updated_at = now() where slug = 'luz'`,
    );
    expect(await verify()).toEqual(expect.arrayContaining([WRITES, SUM, 'artists']));
    expect(await site.page('artist/luz.html')).toContain('Restored.');
    expect(site.log.splice(0)).toEqual([
      'The directory was read again: 1 row(s) had changed unnoticed.',
    ]);
  });
});

describe('a change that this release does not understand', () => {
  it('has the directory read again, is finished, and holds up no other', async () => {
    await site.backend.sql(
      `insert into private.site_changes (table_name, op, new) values ('festivals', 'INSERT', '{"id": 1}')`,
    );
    await site.backend.sql(`update public.artists set bio = 'Beside it.' where slug = 'luz'`);
    await site.publisher.flush();
    expect(await site.page('artist/luz.html')).toContain('Beside it.');
    expect(await pending()).toBe(0);
    expect(site.log.splice(0)[0]).toMatch(/^A change cannot be read.*no page shows festivals$/);
  });
});

describe('a publisher that begins while changes wait', () => {
  const begin = async (outbox: 'told' | 'untold') => {
    await site.publisher.flush();
    const slug = `while-${outbox}`;
    await site.backend.sql(
      `insert into public.artists (name, slug, city, state, public_visible) values ('New', $1, 'Waco', 'TX', true)`,
      [slug],
    );
    return slug;
  };

  it('publishes those that it has read with the rows', async () => {
    const slug = await begin('told');
    await site.restart();
    await site.publisher.flush();
    expect(await site.page(`artist/${slug}.html`)).toContain('New');
    expect(await site.page('mural-artists/waco-tx.html')).toContain('New');
  });

  it('publishes all of them where they are too many to tell apart', async () => {
    const slug = await begin('untold');
    await site.restart({ readWith: null });
    await site.publisher.flush();
    expect(await site.page(`artist/${slug}.html`)).toContain('New');
    await change('After that, told apart.');
    await site.publisher.flush();
    expect(site.jobs.at(-1)?.routes).toEqual(['/artist/ana']);
  });
});
