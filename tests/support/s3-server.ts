/** A process for `s3.ts`: s3rver over a folder. */
import type { AddressInfo } from 'node:net';
import S3rver from '@20minutes/s3rver';
import { listenToParent } from '#node/parent-process.ts';

/** S3 gives 1000 at most; fewer are allowed, and make every list of more than a few one of several pages. */
const PAGE = 100;

listenToParent<object, { directory: string; buckets: string[] }, number>({
  onMessage: () => process.exit(),
  answer: async ({ directory, buckets }) => {
    const configureBuckets = buckets.map((name) => ({ name }));
    const options = { directory, configureBuckets, silent: true, vhostBuckets: false };
    const server = new S3rver({ ...options, address: '127.0.0.1', port: 0 });
    const { store } = server;
    const listAll = store.listObjects.bind(store);
    // It cuts its pages in the order of its folders, in which `a/b` comes before `a-b`: some would be on no page.
    store.listObjects = async (bucket, { startAfter = '', maxKeys: _, ...rest }) => {
      const { objects, commonPrefixes } = await listAll(bucket, rest);
      const after = objects
        .filter(({ key }) => key > startAfter)
        .sort((a, b) => (a.key < b.key ? -1 : 1));
      return {
        objects: after.slice(0, PAGE),
        commonPrefixes,
        isTruncated: after.length > PAGE,
      };
    };
    return ((await server.run()) as AddressInfo).port;
  },
  onDisconnect: () => process.exit(),
});
