import { WallPhotosPicker } from '../../photos/WallPhotosPicker.tsx';
import type { WallPhotosView } from '../../photos/wall-photos-view.ts';

/** Photos of the wall beside the request that is typed. */
export function WallPhotosField({ photos }: { photos: WallPhotosView }) {
  return (
    <WallPhotosPicker photos={photos} slim>
      <p className="min-w-0 flex-[1_1_16rem] text-ink-2 text-sm">
        <b className="text-ink">Photos of the wall</b> (optional). We remove location data, and only
        artists you choose can see them.
      </p>
    </WallPhotosPicker>
  );
}
