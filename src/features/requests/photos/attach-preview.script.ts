import { wallTools } from './tools.store.ts';
import { $wallChanges, attachPreview, wallState } from './wall-photos.store.ts';

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
      else fail(new Error(item?.problem ?? 'The browser has no room for the preview'));
    }
    check();
  });
}
