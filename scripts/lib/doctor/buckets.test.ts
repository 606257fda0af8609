import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type S3Server, startS3 } from '#tests/support/s3.ts';
import { bucketFindings } from './buckets.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterEach(() => s3.faults.heal());
afterAll(() => s3?.stop());

const found = async () => (await bucketFindings(s3)).map(({ check, status }) => [check, status]);

it('looks at the buckets that are set, and leaves nothing in them', async () => {
  expect(await bucketFindings({ site: null, storage: null })).toEqual([]);
  expect(await found()).toEqual([
    ['site bucket', 'ok'],
    ['storage bucket', 'ok'],
  ]);
  expect(s3.asked.filter((line) => line.startsWith('DELETE'))).toHaveLength(2);
});

it('says that strangers may read private uploads', async () => {
  s3.faults.open();
  expect(await bucketFindings({ site: null, storage: s3.storage })).toEqual([
    {
      check: 'storage bucket',
      status: 'fail',
      text: 'The bucket muro-uploads answers strangers with 200, but private uploads are in it: make it private.',
    },
  ]);
});

it('says what is wrong with a key, a name or the way there', async () => {
  const said = async (change: object) =>
    (await bucketFindings({ site: { ...s3.site, ...change }, storage: null }))[0];
  s3.faults.endCredential();
  expect(await said({})).toMatchObject({
    status: 'fail',
    text: expect.stringMatching(/^The key of the bucket muro-site has ended: /),
  });
  s3.faults.heal();
  expect((await said({ name: 'nobodys' }))?.text).toMatch(/^The bucket nobodys does not exist/);
  s3.faults.cut();
  expect((await said({}))?.text).toMatch(/^The bucket muro-site cannot be reached at http/);
});
