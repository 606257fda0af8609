import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { fixtureBackend, request } from '../fixture.ts';

const TIMES = 6;

const backend = ofFile(() => fixtureBackend());
beforeAll(async () => {
  for (let i = 0; i < 8; i++)
    await backend.sql(
      `insert into public.artists (name, slug, styles, average_rating, public_visible) values ($1, $2, $3, $4, true)`,
      [`Ana "Ñandú" ${i}\n`, `ana-${i}`, i % 2 ? '{}' : '{a,"b c",null}', i % 5],
    );
});

async function answerTo(path: string) {
  const response = await request(backend, path);
  const headers = Object.fromEntries(response.headers);
  const kept = Object.entries(headers).filter(
    ([name]) => !['date', 'keep-alive', 'connection', 'content-length'].includes(name),
  );
  const text = await response.text();
  const body: unknown = headers['content-type']?.includes('json') ? JSON.parse(text) : text;
  return { status: response.status, headers: Object.fromEntries(kept), body };
}

describe('a request that comes again', () => {
  it.each([
    '/rest/v1/artists?select=*&order=slug',
    '/rest/v1/artists?select=id,name,styles,average_rating,public_visible,created_at&order=slug.desc&limit=3&offset=2',
    '/rest/v1/artists?select=slug,created_at::date,average_rating::text,featured::text,created_at::timestamp&order=slug',
    '/rest/v1/artists?select=nothing',
    '/rest/v1/user_roles?select=*',
  ])('has the same answer each time: %s', async (path) => {
    const first = await answerTo(path);
    for (let i = 0; i < TIMES; i++) expect(await answerTo(path)).toEqual(first);
  });

  it('shows the rows as they are now', async () => {
    const slug = `now-${randomUUID()}`;
    const path = `/rest/v1/artists?select=name&slug=eq.${slug}`;
    const names = async () => (await answerTo(path)).body;
    for (let i = 0; i < TIMES; i++) expect(await names()).toEqual([]);
    await backend.sql(
      `insert into public.artists (name, slug, public_visible) values ('Ana', $1, true)`,
      [slug],
    );
    expect(await names()).toEqual([{ name: 'Ana' }]);
    await backend.sql(`update public.artists set name = 'Bo' where slug = $1`, [slug]);
    expect(await names()).toEqual([{ name: 'Bo' }]);
    await backend.sql('update public.artists set public_visible = false where slug = $1', [slug]);
    expect(await names()).toEqual([]);
  });

  it('says why when it fails from some day on', async () => {
    const path = '/rest/v1/artists?select=slug&order=slug&limit=1';
    for (let i = 0; i < TIMES; i++) expect((await answerTo(path)).status).toBe(200);
    await backend.sql('revoke select on public.artists from anon');
    try {
      const refused = await answerTo(path);
      expect([refused.status, refused.body]).toMatchObject([401, { code: '42501' }]);
    } finally {
      await backend.sql('grant select on public.artists to anon');
    }
    for (let i = 0; i < TIMES; i++) expect((await answerTo(path)).status).toBe(200);
  });
});
