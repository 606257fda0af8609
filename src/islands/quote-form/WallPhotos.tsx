import { useWallPhotos } from '#stores/use-wall-photos.ts';
import { again } from '#ui/again.ts';
import { WallPhotosPicker } from '#ui/wall-photos/WallPhotosPicker.tsx';

const loadWall = () =>
  again(async () => ({
    ...(await import('#stores/wall-photos.ts')),
    ...(await import('#ui/wall-photos/tools.ts')),
  }));

/** Photos of the wall beside the request that is typed, and the wall with a mural on it. */
export function WallPhotos() {
  const photos = useWallPhotos(null, loadWall);
  const preview = useWallPhotos(null, loadWall, 'preview');
  return (
    <WallPhotosPicker photos={photos} preview={preview}>
      <p className="text-ink-2 text-sm">
        They go out after your request, without the place where they were taken. Only the artists
        who get it see them.
      </p>
    </WallPhotosPicker>
  );
}
