import { again } from '#ui/again.ts';
import { useWallPhotos } from '../photos/use-wall-photos.ts';

const loadWall = () =>
  again(async () => ({
    ...(await import('../photos/wall-photos.store.ts')),
    ...(await import('../photos/tools.store.ts')),
  }));

/** Photos of the wall beside the request that is typed. */
export const useQuotePhotos = () => useWallPhotos(null, loadWall);
