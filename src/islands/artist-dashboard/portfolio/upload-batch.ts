import { unreadable } from '#domain/upload.ts';

/** One file on its way into the portfolio. `url` is kept once its bytes have arrived, so that a retry only saves. */
export interface UploadItem {
  id: string;
  file: File;
  state: 'waiting' | 'preparing' | 'sending' | 'sent' | 'failed' | 'refused';
  /** Share of the bytes that have left, 0 to 1. */
  progress: number;
  url: string | null;
  /** Why it is not going; a sentence. */
  problem: string | null;
}

export interface BatchDeps {
  /** Makes the picture fit for the web; throws when it is none. */
  prepare: (item: UploadItem) => Promise<Blob>;
  send: (item: UploadItem, blob: Blob, onProgress: (share: number) => void) => Promise<string>;
  /** Adds what has arrived to the profile, in order. */
  save: (urls: string[]) => Promise<void>;
  report: (id: string, change: Partial<UploadItem>) => void;
}

/** Decoding takes tens of megabytes a picture: two at a time keep a phone alive. */
const MAX_CONCURRENT_UPLOADS = 2;

export interface BatchResult {
  /** What is in the portfolio now, in order. */
  added: { name: string; url: string }[];
  failed: number;
  /** Why the first of those that failed did. */
  problem: string | null;
}

/**
 * Sends files side by side and saves once, in the order in which they were chosen. One that fails leaves
 * the others alone.
 */
export async function runBatch(
  items: readonly UploadItem[],
  given: BatchDeps,
): Promise<BatchResult> {
  let problem: string | null = null;
  const deps: BatchDeps = {
    ...given,
    report: (id, change) => {
      problem ??= change.problem ?? null;
      given.report(id, change);
    },
  };
  const urls = new Map<string, string>();
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) {
      const url = await sendOne(item, deps);
      if (url) urls.set(item.id, url);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_UPLOADS }, worker));

  const arrived = items.filter((item) => urls.has(item.id));
  if (arrived.length > 0) {
    try {
      await deps.save(arrived.map((item) => urls.get(item.id) as string));
      for (const { id } of arrived) deps.report(id, { state: 'sent' });
    } catch (error) {
      console.error(error);
      for (const { id } of arrived) {
        deps.report(id, { state: 'failed', problem: 'Arrived, but could not be added.' });
      }
      return { added: [], failed: items.length, problem };
    }
  }
  const added = arrived.map(({ id, file }) => ({ name: file.name, url: urls.get(id) as string }));
  return { added, failed: items.length - added.length, problem };
}

async function sendOne(item: UploadItem, deps: BatchDeps): Promise<string | null> {
  const { id } = item;
  if (item.url) return item.url;
  const blob = await prepareOne(item, deps);
  if (!blob) return null;
  try {
    deps.report(id, { state: 'sending' });
    const url = await deps.send(item, blob, (progress) => deps.report(id, { progress }));
    deps.report(id, { url, progress: 1 });
    return url;
  } catch (error) {
    console.error(error);
    deps.report(id, { state: 'failed', problem: 'The upload did not get through.' });
    return null;
  }
}

/** Trying again would not make a picture of what is none: that is a refusal. */
async function prepareOne(item: UploadItem, deps: BatchDeps): Promise<Blob | null> {
  const { id, file } = item;
  deps.report(id, { state: 'preparing', problem: null, progress: 0 });
  try {
    return await deps.prepare(item);
  } catch (error) {
    console.error(error);
    deps.report(id, { state: 'refused', problem: unreadable(file.name) });
    return null;
  }
}
