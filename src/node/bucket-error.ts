import { xmlElement } from './bucket-list.ts';
import { codeOf } from './errors.ts';

/** Why a bucket did not do what it was asked, in a sentence for who runs the site. */
export class BucketError extends Error {
  /** Of the answer; 0 where there was none. */
  readonly status: number;
  /** S3's own word for it, or the system's where there was no answer. */
  readonly code: string;

  constructor(message: string, status: number, code: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BucketError';
    this.status = status;
    this.code = code;
  }

  /** Whether the same request may do better in a moment. */
  get isPassing(): boolean {
    return (
      this.status === 0 ||
      [429, 500, 502, 503, 504].includes(this.status) ||
      ['RequestTimeout', 'SlowDown'].includes(this.code)
    );
  }
}

const NEW_KEY = 'give the server a new one in S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY';
const OTHER_REGION =
  'is not in this region or behind this address: check S3_REGION and S3_ENDPOINT.';

/** What each of S3's words asks of the operator; after "The key of the bucket X" or "The bucket X". */
const KEY_FAULTS: Record<string, string> = {
  ExpiredToken: `has ended: ${NEW_KEY} (and S3_SESSION_TOKEN, where it has one).`,
  InvalidToken: `has ended: ${NEW_KEY} (and S3_SESSION_TOKEN, where it has one).`,
  InvalidAccessKeyId: `has ended, or never was: ${NEW_KEY}.`,
  SignatureDoesNotMatch: 'does not fit its secret: check S3_SECRET_ACCESS_KEY.',
  AccessDenied: 'may not do this: let it list, read, write and remove objects.',
};
const FAULTS: Record<string, string> = {
  NoSuchBucket: 'does not exist: make it, or correct its name.',
  PermanentRedirect: OTHER_REGION,
  TemporaryRedirect: OTHER_REGION,
  AuthorizationHeaderMalformed: OTHER_REGION,
  PreconditionFailed: 'has another version by now: another server has stored it.',
  RequestTimeTooSkewed: "refuses this machine's clock: set the right time.",
};

/** The error of an answer that is none of those asked for; reads S3's words from its body. */
export function bucketRefusal(bucket: string, status: number, body: string): BucketError {
  const code = xmlElement(body, 'Code') ?? (status === 403 ? 'AccessDenied' : `HTTP ${status}`);
  const ofKey = KEY_FAULTS[code];
  const message = ofKey
    ? `The key of the bucket ${bucket} ${ofKey}`
    : `The bucket ${bucket} ${FAULTS[code] ?? `answered ${status}${code.startsWith('HTTP') ? '' : ` (${code})`}.`}`;
  return new BucketError(message, status, code);
}

/** The error of a request without an answer: the network, or a server that says nothing. */
export function lostAnswer(bucket: string, endpoint: string, error: unknown): BucketError {
  const code = codeOf((error as Error | null)?.cause) ?? codeOf(error) ?? 'no answer';
  return new BucketError(
    `The bucket ${bucket} cannot be reached at ${endpoint} (${code}).`,
    0,
    code,
    error,
  );
}
