import { Thumbnails } from '../../files/thumbnails.ts';
import type { Call, Services } from '../call/call.ts';
import { json, storageError } from '../call/responses.ts';
import * as buckets from './buckets.ts';
import * as changes from './changes.ts';
import * as lists from './list.ts';
import * as reads from './reads.ts';
import { refused } from './refusals.ts';
import type { Ask } from './rows.ts';
import * as signed from './signed.ts';
import * as uploads from './upload.ts';

const SERVICE = '/storage/v1/';

type Answer = (ask: Ask, path: string) => Promise<Response>;
/** What the pattern captures is the path of the answer; the operation is what policies of the hosted service know. */
type Route = [pattern: string, operation: string, answer: Answer];

const ROUTES: Route[] = [
  ['GET render/image/((?:public|authenticated|sign)/.+)', 'storage.render.image', reads.render],
  ['GET object/info/(?:authenticated/|public/)?(.+)', 'object.get_authenticated_info', reads.info],
  ['GET object/(.+)', 'storage.object.get_authenticated', reads.download],
  ['POST object/list/(.+)', 'storage.object.list', lists.listFolder],
  ['POST object/list-v2/(.+)', 'storage.object.list', lists.listPage],
  ['POST object/move', 'storage.object.move', changes.move],
  ['POST object/copy', 'storage.object.copy', changes.copy],
  ['POST object/upload/sign/(.+)', 'storage.object.sign_upload_url', signed.signUpload],
  ['POST object/sign/([^/]+)', 'storage.object.sign', signed.signMany],
  ['POST object/sign/(.+)', 'storage.object.sign', signed.signOne],
  ['POST object/(.+)', 'storage.object.upload', uploads.upload],
  ['PUT object/upload/sign/(.+)', 'storage.object.upload_signed', uploads.uploadSigned],
  ['PUT object/(.+)', 'storage.object.upload_update', uploads.upload],
  ['DELETE object/([^/]+)', 'storage.object.delete_many', changes.remove],
  ['DELETE object/(.+)', 'storage.object.delete_many', changes.removeOne],
  ['GET bucket', 'storage.bucket.list', buckets.listBuckets],
  ['POST bucket', 'storage.bucket.create', buckets.createBucket],
  ['GET bucket/([^/]+)', 'storage.bucket.get', buckets.readBucket],
  ['PUT bucket/([^/]+)', 'storage.bucket.update', buckets.updateBucket],
  ['DELETE bucket/([^/]+)', 'storage.bucket.delete', buckets.deleteBucket],
  ['POST bucket/([^/]+)/empty', 'storage.bucket.empty', buckets.emptyBucket],
];

/** Parts of the hosted service that this one does not have. */
const ABSENT: [RegExp, string][] = [
  [/^render\//, 'image transformation'],
  [/^upload\/resumable(\/|$)/, 'resumable upload'],
  [/^s3(\/|$)/, 'S3 protocol'],
  [/^cdn\//, 'cache purging'],
  [/^bucket\/[^/]+\/lifecycle$/, 'bucket lifecycle'],
  [/^(iceberg|vector)(\/|$)/, 'analytics and vector buckets'],
];

/** The `/storage/v1` service: files on the disk, and rows in `storage` whose policies and triggers decide. */
export function createStorage(services: Services): (call: Call) => Promise<Response> {
  const thumbnails = new Thumbnails(services.files);
  const routes = ROUTES.map(
    ([pattern, ...rest]) => [new RegExp(`^${pattern}$`, 's'), ...rest] as const,
  );

  /** The first route that fits answers; HEAD is a GET without its body. */
  async function answer(call: Call): Promise<Response> {
    const rest = call.path.slice(SERVICE.length);
    const asked = `${call.method === 'HEAD' ? 'GET' : call.method} ${rest}`;
    for (const [pattern, operation, found] of routes) {
      const [match, path = ''] = pattern.exec(asked) ?? [];
      if (match) return found({ ...services, thumbnails, call, operation }, path);
    }
    const absent = ABSENT.find(([pattern]) => pattern.test(rest))?.[1];
    const message = `The feature ${absent} is not enabled for this resource`;
    if (absent) return storageError(409, 'NotSupported', message);
    const unknown = `Route ${call.method}:/${rest} not found`;
    return json(404, {
      message: unknown,
      error: 'Not Found',
      statusCode: '404',
      code: 'Not Found',
    });
  }

  return async (call) => {
    const whole = await answer(call).catch((error) => refused(error, call, services));
    if (call.method !== 'HEAD') return whole;
    return new Response(null, { status: whole.status, headers: whole.headers });
  };
}
