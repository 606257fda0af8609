import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import type { Person } from '../../support/backend.ts';
import { fixtureBackend, request } from '../fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

let artist: Person;
let mine: string;

const backend = ofFile(() => fixtureBackend());
beforeAll(async () => {
  artist = await backend.signedIn('artist');
  const { data, error } = await artist.client
    .from('artists')
    .insert({
      user_id: artist.id,
      name: 'Marisol',
      slug: 'marisol',
      styles: ['Nature'],
      average_rating: 4.5,
      public_visible: true,
    })
    .select('id, name, styles, average_rating, created_at')
    .single();
  expect(error).toBeNull();
  mine = data?.id as string;
  await backend.sql(
    "insert into public.murals (title, artist_id) values ('Heron', $1), ('River', $1), ('Agave', $1)",
    [mine],
  );
});

const artists = () => backend.anon().from('artists');
const murals = () => backend.anon().from('murals');

describe('reads', () => {
  it('gives numbers, lists and timestamps as PostgREST writes them', async () => {
    const { data } = await artists().select('styles, average_rating, created_at').single();
    expect(data).toMatchObject({ styles: ['Nature'], average_rating: 4.5 });
    expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
  });

  it('counts without rows', async () => {
    const counted = await murals().select('*', { count: 'exact', head: true });
    expect(counted).toMatchObject({ count: 3, data: null, error: null });
  });

  it('pages with range and tells the total', async () => {
    const all = murals().select('title', { count: 'exact' });
    const { data, count } = await all.order('title').range(1, 2);
    expect(data).toEqual([{ title: 'Heron' }, { title: 'River' }]);
    expect(count).toBe(3);
  });

  it('embeds related rows both ways', async () => {
    const upwards = murals().select('title, artist:artists(name)');
    const { data: up } = await upwards.eq('title', 'Heron').single();
    expect(up).toEqual({ title: 'Heron', artist: { name: 'Marisol' } });
    const { data: down } = await artists().select('name, murals(title)').single();
    expect(down?.murals).toHaveLength(3);
  });

  it('filters by contained list items, text and alternatives', async () => {
    const names = async (query: PromiseLike<{ data: { name: string }[] | null }>) =>
      (await query).data?.map((row) => row.name);
    const named = () => artists().select('name');
    expect(await names(named().contains('styles', ['Nature']))).toEqual(['Marisol']);
    expect(await names(named().overlaps('styles', ['Graffiti']))).toEqual([]);
    // No page searches this way, so visitors cannot; people who are signed in can.
    const own = artist.client.from('artists').select('name');
    expect(await names(own.ilike('name', 'MARI%'))).toEqual(['Marisol']);
    expect(await names(named().or('name.eq.Nobody,slug.eq.marisol'))).toEqual(['Marisol']);
    expect(await names(named().in('slug', ['marisol', 'x']))).toEqual(['Marisol']);
  });

  it('takes a filter that the driver cannot write, which does not reach the requests after it', async () => {
    for (const query of ['&styles=neq.{}', '']) {
      const answer = await request(backend, `/rest/v1/artists?select=slug${query}`);
      expect([answer.status, await answer.json()]).toEqual([200, [{ slug: 'marisol' }]]);
    }
  });

  it('single and maybeSingle answer for no row as hosted does', async () => {
    const none = () => artists().select('name').eq('slug', 'nobody');
    const { status, error } = await none().single();
    expect([status, error?.code]).toEqual([406, 'PGRST116']);
    expect(await none().maybeSingle()).toMatchObject({ data: null, error: null });
  });
});

describe('writes', () => {
  it('updates and returns the row', async () => {
    const update = artist.client.from('artists').update({ average_rating: 4 }).eq('id', mine);
    const { data } = await update.select('average_rating').single();
    expect(data).toEqual({ average_rating: 4 });
  });

  it('upserts on a unique column', async () => {
    const service = backend.service();
    const row = { slug: 'twice' };
    for (const name of ['One', 'Two']) {
      const upsert = service.from('artists').upsert({ ...row, name }, { onConflict: 'slug' });
      expect((await upsert).error).toBeNull();
    }
    const { data } = await service.from('artists').select('name').eq('slug', 'twice');
    expect(data).toEqual([{ name: 'Two' }]);
    await service.from('artists').delete().eq('slug', 'twice');
  });

  it('leaves the rows of others alone', async () => {
    const other = await backend.signedIn('artist');
    const taking = other.client.from('artists').update({ name: 'Mine now' }).eq('id', mine);
    const { data, error } = await taking.select('id');
    expect({ data, error }).toEqual({ data: [], error: null });
  });
});

it('takes JSON and lists as parameters of its own statements', async () => {
  const [row] = await backend.sql(
    'select $1::jsonb as j, $2::text[] as t, $3::timestamptz as at, $4::numeric as n, $5::uuid[] as ids',
    [{ a: [1] }, ['x', 'y "quoted"'], '2026-01-02T03:04:05Z', 4.5, []],
  );
  expect(row).toEqual({
    j: { a: [1] },
    t: ['x', 'y "quoted"'],
    at: '2026-01-02T03:04:05+00:00',
    n: 4.5,
    ids: [],
  });
});

describe('refusals', () => {
  it('keeps column grants from the first request on', async () => {
    for (let i = 0; i < 3; i++) {
      const hidden = await artists().select('phone');
      expect(hidden).toMatchObject({ error: { code: '42501' }, status: 401 });
    }
    const own = await artist.client.from('artists').update({ featured: true }).eq('id', mine);
    expect(own).toMatchObject({ error: { code: '42501' }, status: 403 });
  });

  it('answers broken rules with the SQLSTATE and 4xx', async () => {
    const check = await artist.client.from('artists').update({ average_rating: 7 }).eq('id', mine);
    expect(check).toMatchObject({ error: { code: '23514' }, status: 400 });
    const twin = await backend.service().from('artists').insert({ name: 'x', slug: 'marisol' });
    expect(twin).toMatchObject({ error: { code: '23505' }, status: 409 });
    const raised = await backend.anon().rpc('complain');
    expect(raised).toMatchObject({ status: 400, error: { code: 'P0001', message: 'No.' } });
    const type = await artists().select('name').eq('id', 'not-a-uuid');
    expect(type).toMatchObject({ error: { code: '22P02' }, status: 400 });
  });

  it('passes coded errors on with status and headers', async () => {
    const { error, status } = await backend.anon().rpc('refuse', { p_status: 429 });
    expect(status).toBe(429);
    expect(error).toMatchObject({
      code: 'name_required',
      message: 'Name is required',
      details: 'name',
    });
    const raw = await request(backend, '/rest/v1/rpc/refuse', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"p_status":429}',
    });
    expect(raw.headers.get('retry-after')).toBe('7');
  });

  it('hides what is not there and what is not exposed', async () => {
    expect((await backend.anon().from('nothing').select()).error?.code).toBe('PGRST205');
    const hidden = await backend.anon().schema('private').from('settings').select();
    expect(hidden.status).toBe(406);
    expect((await backend.anon().rpc('nothing')).error?.code).toBe('PGRST202');
  });
});
