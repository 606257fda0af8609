import { expect, it } from 'vitest';
import { PhotoWorker } from '#publish/imported-photos/photo-worker.ts';
import { openSharp } from '#publish/pictures/sharp.ts';
import { photoStore } from '#publish/process/imported-photos.ts';
import { backendOfFile } from '#tests/support/backend.ts';

/** A photo that an import names, from its row to the file that its page shows. */
const ORIGIN = 'http://127.0.0.1:4321';
const backend = await backendOfFile();

it('keeps a fetched photo, shows it on its page, and lets the file go with the page', async () => {
  const admin = await backend.signedIn('admin');
  const row = { line: 2, name: 'Ana', public: true, photo: 'https://photos.example/ana.png' };
  const { error } = await admin.client.rpc('import_artists', { p_rows: [row], p_apply: true });
  expect(error).toBeNull();
  const sharp = await openSharp();
  const color = { width: 20, height: 10, channels: 3, background: 'teal' } as const;
  const png = await sharp({ create: color }).png().toBuffer();
  const { url, keys } = backend;
  const store = photoStore({
    ...{ backendUrl: url, secretKey: keys.secretKey, publicBackendUrl: '', origin: ORIGIN },
  });
  const said: string[] = [];
  new PhotoWorker({ store, log: (line) => said.push(line), get: async () => png }).wake();
  const artists = () =>
    backend.service().from('artists').select('id,profile_photo').eq('public_visible', true);
  await expect.poll(async () => [said, (await artists()).data?.length]).toEqual([[], 1]);
  expect(said).toEqual([]);
  const [artist] = (await artists()).data ?? [];
  const file = String(artist?.profile_photo).replace(ORIGIN, url);
  const photo = await fetch(file);
  expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/webp']);
  await backend.service().from('artists').delete().eq('id', artist?.id);
  expect((await fetch(file)).status).toBeGreaterThanOrEqual(400);
});
