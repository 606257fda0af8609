import { wallState } from './wall-photos.store.ts';
import { keptPhotos } from './wall-queue.store.ts';

let first: { id: string; photo: Promise<Blob | null> } | null = null;

/** The first photo beside the form of this page, where there is one; the same each time that it is asked for. */
export async function firstPhoto(): Promise<Blob | null> {
  const [item] = wallState(null).items;
  if (!item) return null;
  if (first?.id !== item.id)
    first = {
      id: item.id,
      photo: keptPhotos()
        .read(item.id)
        .then(([photo]) => photo ?? null),
    };
  return first.photo;
}
