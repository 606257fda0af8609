import { useRef, useState } from 'react';
import { changePortfolio } from '#data/artists.ts';
import { uploadImage } from '#data/storage.ts';
import type { Artist } from '#domain/artist.ts';
import { LIMITS } from '#domain/limits.ts';
import { imagesAdded, TOASTS } from '#domain/toasts.ts';
import { BUCKETS, portfolioPath } from '#domain/upload.ts';
import { encodeImage } from '#ui/encode-image.ts';
import { refusalOf } from '#ui/source-file.ts';
import { toast } from '#ui/toast.ts';
import { useUnsavedWarning } from '#ui/use-unsaved-warning.ts';
import { withAdded } from './portfolio-list.ts';
import { runBatch, type UploadItem } from './upload-batch.ts';
import { useDuplicates } from './use-duplicates.ts';

const { name: BUCKET, maxBytes } = BUCKETS.portfolio;
const FULL = `A portfolio holds at most ${LIMITS.portfolioImages} images`;
const ACTIVE: readonly UploadItem['state'][] = ['waiting', 'preparing', 'sending'];

function newItem(file: File, id: string, problem: string | null): UploadItem {
  return { id, file, state: problem ? 'refused' : 'waiting', progress: 0, url: null, problem };
}

/** The uploads of the portfolio tab: judged before anything is sent, then sent side by side, each for itself. */
export function useUploads(artist: Artist, userId: string, onArtist: (artist: Artist) => void) {
  const [items, setItems] = useState<UploadItem[]>([]);
  const latest = useRef(0);
  const { duplicates, remember, compare, resolve } = useDuplicates(artist.portfolio_images);
  const active = items.filter((item) => ACTIVE.includes(item.state)).length;
  useUnsavedWarning(active > 0);

  const report = (id: string, change: Partial<UploadItem>) =>
    setItems((now) => now.map((item) => (item.id === id ? { ...item, ...change } : item)));

  const run = async (batch: UploadItem[]) => {
    const { added, failed, problem } = await runBatch(batch, {
      report,
      prepare: ({ id, file }) =>
        encodeImage(file, { maxBytes, look: (bitmap) => remember(id, bitmap) }),
      send: ({ id }, file, onProgress) => {
        const [timestamp, index] = id.split('-').map(Number);
        const path = portfolioPath(userId, timestamp ?? 0, index ?? 0, file.type);
        return uploadImage({ bucket: BUCKET, path, file, onProgress });
      },
      save: async (urls) =>
        onArtist(
          await changePortfolio(artist.id, (now) => withAdded(now, urls, LIMITS.portfolioImages)),
        ),
    });
    setItems((now) => now.filter((item) => item.state !== 'sent'));
    if (added.length > 0) void toast.success(imagesAdded(added.length));
    if (failed > 0)
      void toast.error(TOASTS.portfolioUploadFailed, problem ? { description: problem } : {});
    void compare(added);
  };

  const add = async (files: File[]) => {
    // Two choices within a millisecond must not share their names.
    latest.current = Math.max(Date.now(), latest.current + 1);
    const choice = latest.current;
    const refusals = await Promise.all(files.map(refusalOf));
    let room = LIMITS.portfolioImages - artist.portfolio_images.length - active;
    const chosen = files.map((file, i) => {
      const problem = refusals[i] ?? (room > 0 ? null : FULL);
      if (!problem) room--;
      return newItem(file, `${choice}-${i}`, problem);
    });
    setItems((now) => [...now, ...chosen]);
    const refused = chosen.find((item) => item.problem);
    if (refused?.problem)
      void toast.error(TOASTS.portfolioUploadFailed, { description: refused.problem });
    const batch = chosen.filter((item) => !item.problem);
    if (batch.length > 0) void run(batch);
  };

  const retry = (item: UploadItem) => {
    report(item.id, { state: 'waiting', problem: null });
    void run([item]);
  };
  const dismiss = (item: UploadItem) =>
    setItems((now) => now.filter((other) => other.id !== item.id));

  return { items, add, retry, dismiss, duplicates, resolve };
}
