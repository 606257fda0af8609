/** @module-tag long */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '#embedded/backup/read-archive.ts';
import { unpackEntry } from '#embedded/backup/unpack.ts';
import { loadKeys, startBackend } from '#embedded/index.ts';
import { chownCluster } from '#embedded/native/chown-cluster.ts';
import { CLUSTER } from '#embedded/native/server.ts';
import { type TestBackend, withClients } from '#tests/support/backend.ts';
import { ADMIN, ARTIST, CLIENT, ORIGIN, PASSWORD } from '#tests/support/first-release/people.ts';
import { lostRows, type Rows, rowsIn, rowsOf } from '#tests/support/first-release/rows.ts';

/** Made once by `tests/support/make-first-release.ts`, with the code of the first release. */
const FIXTURE = fileURLToPath(new URL('fixtures/first-release', import.meta.url));
const PLATFORM = `${process.platform}-${process.arch}`;

/** The files of a cluster are those of one platform: byte order, alignment and settings that `initdb` found. */
describe.skipIf(PLATFORM !== 'linux-x64')(
  `a data directory of the first release (made on linux-x64, here is ${PLATFORM})`,
  () => {
    let folder: string;
    let backend: TestBackend;
    let before: Rows;
    let after: Rows;

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'first-release-'));
      const dataDir = path.join(folder, 'data');
      await readArchive(path.join(FIXTURE, 'data.tar.zst'), (entry) => unpackEntry(dataDir, entry));
      await chownCluster(path.join(dataDir, CLUSTER));
      before = rowsIn(await readFile(path.join(FIXTURE, 'rows.jsonl'), 'utf8'));
      const keys = await loadKeys(dataDir);
      backend = withClients(
        await startBackend({ dataDir, origin: ORIGIN, seed: 'none', keys, engine: 'native' }),
      );
      after = await rowsOf(backend);
    });
    afterAll(async () => {
      await backend?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it('starts with this release and loses no row', async () => {
      expect(Object.keys(before).length).toBeGreaterThan(20);
      expect(lostRows(before, after)).toEqual([]);
    });

    it('would show a row that is gone or changed', async () => {
      const [mural] = before['public.murals'] ?? [];
      const without = { ...before, 'public.murals': [] };
      const renamed = { ...before, 'public.murals': [{ ...mural, title: 'Another' }] };
      for (const now of [without, renamed])
        expect(lostRows(before, now)).toEqual([{ table: 'public.murals', row: mural }]);
    });

    it.each([
      ['artist', ARTIST, PASSWORD],
      ['admin', ADMIN, PASSWORD],
      ['client', CLIENT, `${PASSWORD}!`],
    ])('lets its %s sign in', async (role, email, password) => {
      const client = backend.anon();
      const { data, error } = await client.auth.signInWithPassword({ email, password });
      expect(error).toBeNull();
      const { data: roles } = await client
        .from('user_roles')
        .select('role')
        .eq('user_id', data.user?.id ?? '');
      expect(roles).toEqual([{ role }]);
    });

    it('keeps people signed in', async () => {
      const tokens = (before['auth.refresh_tokens'] ?? []).filter(({ revoked }) => !revoked);
      expect(tokens.length).toBeGreaterThan(0);
      for (const { token, user_id } of tokens) {
        const { data } = await backend.anon().auth.refreshSession({ refresh_token: String(token) });
        expect(data.user?.id).toBe(user_id);
      }
    });

    it('serves its uploads', async () => {
      const objects = before['storage.objects'] ?? [];
      expect(objects).toHaveLength(4);
      for (const { bucket_id, name, metadata } of objects) {
        const answer = await fetch(`${backend.url}/storage/v1/object/public/${bucket_id}/${name}`);
        expect([name, answer.status]).toEqual([name, 200]);
        const sum = createHash('md5')
          .update(await answer.bytes())
          .digest('hex');
        expect(`"${sum}"`).toBe((metadata as { eTag: string }).eTag);
      }
    });

    it('keeps its mails, and goes on taking requests and changes', async () => {
      expect((await backend.mails()).map(({ to }) => to)).toEqual([CLIENT]);
      const artist = backend.anon();
      await artist.auth.signInWithPassword({ email: ARTIST, password: PASSWORD });
      const { data: leads } = await artist.from('leads').select('name, status').order('name');
      expect(leads).toContainEqual({ name: 'Carmen Lozano', status: 'in_review' });
      const [profile] = before['public.artists'] ?? [];
      const hidden = await artist
        .from('artists')
        .update({ public_visible: false })
        .eq('id', profile?.id)
        .select('name, public_visible');
      expect(hidden.data).toEqual([{ name: 'Rosa Ibarra', public_visible: false }]);
    });
  },
);
