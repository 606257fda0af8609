import { useEffect, useState } from 'react';
import { createPoller, onWake } from '#browser/poller.ts';
import type { ImportedPhotos } from '../import-photos.ts';
import { importedPhotos } from '../imports.api.ts';

const EVERY_MS = 2000;

/** How far the photos of these pages are, asked until all are fetched or could not be; null before the first answer. */
export function useImportedPhotos(slugs: readonly string[]): ImportedPhotos | null {
  const [photos, setPhotos] = useState<ImportedPhotos | null>(null);
  const key = slugs.join();
  useEffect(() => {
    if (!key) return;
    const poller = createPoller({
      ask: async () => {
        const found = await importedPhotos(key.split(','));
        setPhotos(found);
        if (found.waiting === 0) poller.stop();
      },
      awake: () => !document.hidden,
      everyMs: EVERY_MS,
    });
    poller.wake();
    const deafen = onWake(poller.wake);
    return () => {
      deafen();
      poller.stop();
    };
  }, [key]);
  return photos;
}
