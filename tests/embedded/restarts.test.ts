/** @module-tag long */
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type BackendOptions, createKeys } from '#embedded/index.ts';
import type { TestBackend } from '#tests/support/backend.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { fixtureBackend } from './fixture.ts';

vi.setConfig({ testTimeout: 240_000 });

let dataDir: string;
const keys = createKeys();

beforeEach(async () => {
  dataDir = await folderOfTest('backend-restart-');
});

async function start(options: Partial<BackendOptions> = {}): Promise<TestBackend> {
  const backend = await fixtureBackend({ dataDir, keys, ...options });
  onTestFinished(() => backend.stop());
  return backend;
}

it('moves stored image addresses when the site gets another origin, and no others', async () => {
  const before = 'http://127.0.0.1:4321';
  const first = await start({ origin: before });
  const image = (origin: string, name: string) =>
    `${origin}/storage/v1/object/public/profile-photos/u/${name}.png`;
  await first.sql(
    "insert into public.artists (name, slug, profile_photo, portfolio_images) values ('A', 'a', $1, $2), ('B', 'b', null, '{}')",
    [
      image(before, 'p'),
      [image(before, '2'), image('https://elsewhere.test', 'x'), image(before, '1')],
    ],
  );
  const details = (origin: string) => ({
    [image(origin, 'm')]: { x: 0.2, y: 1 },
    [image('https://elsewhere.test', 'x')]: { alt: 'A wall' },
  });
  await first.sql(
    "insert into public.murals (title, image_url, before_url, picture_details) values ('M', $1, $2, $3)",
    [image(before, 'm'), image(before, 'n'), details(before)],
  );
  await first.sql("insert into public.cities (city_name, cover_photo) values ('C', $1)", [
    image(before, 'c'),
  ]);
  await first.stop();

  const after = 'http://127.0.0.1:5000';
  const second = await start({ origin: after });
  const [artist] = await second.sql(
    "select profile_photo, portfolio_images from public.artists where slug = 'a'",
  );
  expect(artist).toEqual({
    profile_photo: image(after, 'p'),
    portfolio_images: [image(after, '2'), image('https://elsewhere.test', 'x'), image(after, '1')],
  });
  expect(
    await second.sql('select image_url, before_url, picture_details from public.murals'),
  ).toEqual([
    {
      image_url: image(after, 'm'),
      before_url: image(after, 'n'),
      picture_details: details(after),
    },
  ]);
  expect(await second.sql('select cover_photo from public.cities')).toEqual([
    { cover_photo: image(after, 'c') },
  ]);
  const settings = await second.sql<{ key: string; value: string }>(
    'select key, value from private.settings order by key',
  );
  expect(settings).toEqual([
    { key: 'client_ip_header', value: 'x-client-ip' },
    { key: 'media_origin', value: after },
  ]);
});

it('never seeds a database that has been in use', async () => {
  const first = await start({ seed: 'none' });
  await first.stop();
  const second = await start({ seed: 'demo' });
  expect(await second.sql('select count(*)::int as n from auth.users')).toEqual([{ n: 0 }]);
});
