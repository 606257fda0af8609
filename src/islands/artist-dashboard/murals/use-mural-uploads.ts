import { useRef, useState } from 'react';
import { uploadImage } from '#data/storage.ts';
import { BUCKETS, portfolioPath } from '#domain/upload.ts';
import { encodeImage } from '#ui/encode-image.ts';
import { refusalOf } from '#ui/source-file.ts';
import { useUnsavedWarning } from '#ui/use-unsaved-warning.ts';
import { runBatch, type UploadItem } from '../portfolio/upload-batch.ts';

const { name: BUCKET, maxBytes } = BUCKETS.portfolio;
const ACTIVE: readonly UploadItem['state'][] = ['waiting', 'preparing', 'sending'];

interface Options {
  userId: string;
  /** How many more there is room for, and what is said beyond it. */
  room: number;
  full: string;
  onUrls: (urls: string[]) => void;
}

/** Pictures of a mural on their way: judged before anything is sent, each with a bar of its own, tried again alone. */
export function useMuralUploads({ userId, room, full, onUrls }: Options) {
  const [items, setItems] = useState<UploadItem[]>([]);
  const latest = useRef(0);
  const arrived = useRef(onUrls);
  arrived.current = onUrls;
  const active = items.filter(({ state }) => ACTIVE.includes(state)).length;
  useUnsavedWarning(active > 0);

  const report = (id: string, change: Partial<UploadItem>) =>
    setItems((now) => now.map((item) => (item.id === id ? { ...item, ...change } : item)));

  const run = async (batch: UploadItem[]) => {
    await runBatch(batch, {
      report,
      prepare: ({ file }) => encodeImage(file, { maxBytes }),
      send: ({ id }, file, onProgress) => {
        const [timestamp, index] = id.split('-').map(Number);
        const path = portfolioPath(userId, timestamp ?? 0, index ?? 0, file.type);
        return uploadImage({ bucket: BUCKET, path, file, onProgress });
      },
      save: async (urls) => arrived.current(urls),
    });
    setItems((now) => now.filter(({ state }) => state !== 'sent'));
  };

  const add = async (files: File[]) => {
    // Two choices within a millisecond must not share their names.
    latest.current = Math.max(Date.now(), latest.current + 1);
    const choice = latest.current;
    const refusals = await Promise.all(files.map(refusalOf));
    let left = room - active;
    const chosen = files.map((file, i): UploadItem => {
      const problem = refusals[i] ?? (left > 0 ? null : full);
      if (!problem) left--;
      const state = problem ? 'refused' : 'waiting';
      return { id: `${choice}-${i}`, file, state, progress: 0, url: null, problem };
    });
    setItems((now) => [...now, ...chosen]);
    const batch = chosen.filter(({ problem }) => !problem);
    if (batch.length > 0) await run(batch);
  };

  const retry = (item: UploadItem) => {
    report(item.id, { state: 'waiting', problem: null });
    void run([item]);
  };
  const dismiss = ({ id }: UploadItem) => setItems((now) => now.filter((one) => one.id !== id));
  return { items, add, retry, dismiss };
}
