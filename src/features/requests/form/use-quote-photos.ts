import { useCallback, useEffect, useState } from 'react';
import { again } from '#ui/again.ts';
import { useWallPhotos } from '../photos/use-wall-photos.ts';

const loadWall = () =>
  again(async () => ({
    ...(await import('../photos/wall-photos.store.ts')),
    ...(await import('../photos/tools.store.ts')),
  }));

/** A photo as it was chosen in this page: larger than the copy that is kept. */
function useChosen() {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url]);
  const choose = useCallback((files: readonly File[]) => {
    const [photo] = files.filter(({ type }) => type.startsWith('image/'));
    if (photo) setUrl((now) => now ?? URL.createObjectURL(photo));
  }, []);
  return { url, choose };
}

/** Photos of the wall beside the request that is typed, the wall with a mural on it, and a photo to measure in. */
export function useQuotePhotos() {
  const photos = useWallPhotos(null, loadWall);
  const preview = useWallPhotos(null, loadWall, 'preview');
  const { url, choose } = useChosen();
  const thumb = photos.items.find((item) => item.thumb)?.thumb ?? null;
  const add: typeof photos.add = (files) => {
    choose(files);
    return photos.add(files);
  };
  // None once it was taken away; the small copy where this page has not seen the photo, or cannot draw it.
  const measured = photos.items.length > 0 ? { url: url ?? thumb, small: thumb } : null;
  return { photos: { ...photos, add }, preview, measured };
}
export type QuotePhotos = ReturnType<typeof useQuotePhotos>;
