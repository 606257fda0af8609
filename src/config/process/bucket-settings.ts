import type { BucketSettings } from '#node/bucket-requests.ts';

/** Where pages and uploads live beside this machine; null for what stays on its disk alone. */
export interface Buckets {
  site: BucketSettings | null;
  storage: BucketSettings | null;
}

/** What most servers of S3's protocol call their only region. */
const USUAL_REGION = 'us-east-1';
/** S3's own rule for names, which path-style addresses rely on. */
const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Reads SITE_BUCKET, STORAGE_BUCKET and the S3_ settings. Throws one sentence that names the variable at fault. */
export function readBuckets(env: Record<string, string | undefined>): Buckets {
  const site = readName('SITE_BUCKET', env.SITE_BUCKET);
  const storage = readName('STORAGE_BUCKET', env.STORAGE_BUCKET);
  if (!site && !storage) return { site: null, storage: null };
  if (site === storage) {
    throw new Error(
      'SITE_BUCKET and STORAGE_BUCKET must differ: everybody may read the first, nobody the second.',
    );
  }
  const by = site ? 'SITE_BUCKET' : 'STORAGE_BUCKET';
  const setting = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`${by} is set, but ${name} is not.`);
    return value;
  };
  const account = {
    endpoint: readEndpoint(setting('S3_ENDPOINT')),
    region: env.S3_REGION || USUAL_REGION,
    accessKeyId: setting('S3_ACCESS_KEY_ID'),
    secretAccessKey: setting('S3_SECRET_ACCESS_KEY'),
    sessionToken: env.S3_SESSION_TOKEN || undefined,
  };
  return {
    site: site ? { name: site, ...account } : null,
    storage: storage ? { name: storage, ...account } : null,
  };
}

function readName(variable: string, text: string | undefined): string | null {
  if (!text || BUCKET_NAME.test(text)) return text || null;
  throw new Error(
    `${variable} must be a bucket's name, 3 to 63 lower-case letters, digits, dots or hyphens, not '${text}'.`,
  );
}

function readEndpoint(text: string): string {
  const url = URL.parse(text);
  const isBare = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  if (isBare) return url.href.replace(/\/+$/, '');
  throw new Error(
    `S3_ENDPOINT must be an address without a bucket's name, like https://s3.us-east-1.amazonaws.com, not '${text}'.`,
  );
}
