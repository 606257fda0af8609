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

describe('reads', () => {
  it('gives numbers, lists and timestamps as PostgREST writes them', async () => {
    const { data } = await backend
      .anon()
      .from('artists')
      .select('styles, average_rating, created_at')
      .single();
    expect(data).toMatchObject({ styles: ['Nature'], average_rating: 4.5 });
    expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
  });

  it('counts without rows', async () => {
    const { count, data, error } = await backend
      .anon()
      .from('murals')
      .select('*', { count: 'exact', head: true });
    expect({ count, data, error }).toEqual({ count: 3, data: null, error: null });
  });

  it('pages with range and tells the total', async () => {
    const { data, count } = await backend
      .anon()
      .from('murals')
      .select('title', { count: 'exact' })
      .order('title')
      .range(1, 2);
    expect(data).toEqual([{ title: 'Heron' }, { title: 'River' }]);
    expect(count).toBe(3);
  });

  it('embeds related rows both ways', async () => {
    const { data: up } = await backend
      .anon()
      .from('murals')
      .select('title, artist:artists(name)')
      .eq('title', 'Heron')
      .single();
    expect(up).toEqual({ title: 'Heron', artist: { name: 'Marisol' } });
    const { data: down } = await backend
      .anon()
      .from('artists')
      .select('name, murals(title)')
      .single();
    expect(down?.murals).toHaveLength(3);
  });

  it('filters by contained list items, text and alternatives', async () => {
    const names = async (query: PromiseLike<{ data: { name: string }[] | null }>) =>
      (await query).data?.map((row) => row.name);
    const artists = () => backend.anon().from('artists').select('name');
    expect(await names(artists().contains('styles', ['Nature']))).toEqual(['Marisol']);
    expect(await names(artists().overlaps('styles', ['Graffiti']))).toEqual([]);
    // No page searches this way, so visitors cannot; people who are signed in can.
    const own = artist.client.from('artists').select('name');
    expect(await names(own.ilike('name', 'MARI%'))).toEqual(['Marisol']);
    expect(await names(artists().or('name.eq.Nobody,slug.eq.marisol'))).toEqual(['Marisol']);
    expect(await names(artists().in('slug', ['marisol', 'x']))).toEqual(['Marisol']);
  });

  it('takes a filter that the driver cannot write, which does not reach the requests after it', async () => {
    for (const query of ['&styles=neq.{}', '']) {
      const answer = await request(backend, `/rest/v1/artists?select=slug${query}`);
      expect([answer.status, await answer.json()]).toEqual([200, [{ slug: 'marisol' }]]);
    }
  });

  it('single and maybeSingle answer for no row as hosted does', async () => {
    const none = await backend.anon().from('artists').select('name').eq('slug', 'nobody').single();
    expect(none.status).toBe(406);
    expect(none.error?.code).toBe('PGRST116');
    const maybe = await backend
      .anon()
      .from('artists')
      .select('name')
      .eq('slug', 'nobody')
      .maybeSingle();
    expect(maybe).toMatchObject({ data: null, error: null });
  });
});

describe('writes', () => {
  it('updates and returns the row', async () => {
    const { data } = await artist.client
      .from('artists')
      .update({ average_rating: 4 })
      .eq('id', mine)
      .select('average_rating')
      .single();
    expect(data).toEqual({ average_rating: 4 });
  });

  it('upserts on a unique column', async () => {
    const service = backend.service();
    const row = { slug: 'twice', name: 'One' };
    expect((await service.from('artists').upsert(row, { onConflict: 'slug' })).error).toBeNull();
    expect(
      (await service.from('artists').upsert({ ...row, name: 'Two' }, { onConflict: 'slug' })).error,
    ).toBeNull();
    const { data } = await service.from('artists').select('name').eq('slug', 'twice');
    expect(data).toEqual([{ name: 'Two' }]);
    await service.from('artists').delete().eq('slug', 'twice');
  });

  it('leaves the rows of others alone', async () => {
    const other = await backend.signedIn('artist');
    const { data, error } = await other.client
      .from('artists')
      .update({ name: 'Mine now' })
      .eq('id', mine)
      .select('id');
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
      const { error, status } = await backend.anon().from('artists').select('phone');
      expect({ code: error?.code, status }).toEqual({ code: '42501', status: 401 });
    }
    const { error, status } = await artist.client
      .from('artists')
      .update({ featured: true })
      .eq('id', mine);
    expect({ code: error?.code, status }).toEqual({ code: '42501', status: 403 });
  });

  it('answers broken rules with the SQLSTATE and 4xx', async () => {
    const check = await artist.client.from('artists').update({ average_rating: 7 }).eq('id', mine);
    expect({ code: check.error?.code, status: check.status }).toEqual({
      code: '23514',
      status: 400,
    });
    const twin = await backend.service().from('artists').insert({ name: 'x', slug: 'marisol' });
    expect({ code: twin.error?.code, status: twin.status }).toEqual({ code: '23505', status: 409 });
    const raised = await backend.anon().rpc('complain');
    expect(raised).toMatchObject({ status: 400, error: { code: 'P0001', message: 'No.' } });
    const type = await backend.anon().from('artists').select('name').eq('id', 'not-a-uuid');
    expect({ code: type.error?.code, status: type.status }).toEqual({ code: '22P02', status: 400 });
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
