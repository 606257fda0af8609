import { describe, expect, it } from 'vitest';
import { readBuckets } from './bucket-settings.ts';

const ACCOUNT = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('the settings of buckets', () => {
  it('are none by default, whatever else is set', () => {
    const none = { site: null, storage: null };
    expect(readBuckets({})).toEqual(none);
    expect(readBuckets({ ...ACCOUNT, SITE_BUCKET: '' })).toEqual(none);
  });

  it('give each bucket the same account', () => {
    const account = {
      endpoint: 'https://s3.example',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    };
    expect(readBuckets({ ...ACCOUNT, SITE_BUCKET: 'muro-site', STORAGE_BUCKET: 'muro' })).toEqual({
      site: { name: 'muro-site', ...account },
      storage: { name: 'muro', ...account },
    });
    const more = { S3_REGION: 'auto', S3_SESSION_TOKEN: 'token' };
    expect(readBuckets({ ...ACCOUNT, ...more, STORAGE_BUCKET: 'muro' })).toEqual({
      site: null,
      storage: { name: 'muro', ...account, region: 'auto', sessionToken: 'token' },
    });
  });

  it.each([
    [{ SITE_BUCKET: 'Muro_Site' }, /^SITE_BUCKET must be a bucket's name/],
    [{ STORAGE_BUCKET: 'a/b' }, /^STORAGE_BUCKET must be a bucket's name/],
    [{ SITE_BUCKET: 'muro', STORAGE_BUCKET: 'muro' }, /^SITE_BUCKET and STORAGE_BUCKET must diff/],
    [{ SITE_BUCKET: 'muro', S3_ENDPOINT: '' }, /^SITE_BUCKET is set, but S3_ENDPOINT is not\.$/],
    [{ STORAGE_BUCKET: 'muro', S3_ACCESS_KEY_ID: '' }, /but S3_ACCESS_KEY_ID is not\.$/],
    [{ STORAGE_BUCKET: 'muro', S3_SECRET_ACCESS_KEY: '' }, /but S3_SECRET_ACCESS_KEY is not\.$/],
    [{ SITE_BUCKET: 'muro', S3_ENDPOINT: 's3.example' }, /^S3_ENDPOINT must be an address/],
    [{ SITE_BUCKET: 'muro', S3_ENDPOINT: 'ftp://s3.example' }, /^S3_ENDPOINT must be/],
  ])('refuse %o with a sentence', (env, sentence) => {
    expect(() => readBuckets({ ...ACCOUNT, ...env })).toThrow(sentence);
  });
});
