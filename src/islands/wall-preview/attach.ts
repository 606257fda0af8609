import { $wallChanges, attachPreview, wallState } from '#stores/wall-photos.ts';
import { keptPhotos } from '#stores/wall-queue.ts';
import { wallTools } from '#ui/wall-photos/tools.ts';

/** Puts the picture to the next request of this browser; done when it outlives this page. */
export async function attachToRequest(picture: Blob): Promise<void> {
  await attachPreview(picture, wallTools);
  await new Promise<void>((done, fail) => {
    const stop = $wallChanges.listen(check);
    function check(): void {
      const [item] = wallState(null, 'preview').items;
      if (item && !item.kept && (item.state === 'waiting' || item.state === 'preparing')) return;
      stop();
      if (item?.kept) done();
      else fail(new Error(item?.problem ?? 'The browser has no room for the picture'));
    }
    check();
  });
}

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
