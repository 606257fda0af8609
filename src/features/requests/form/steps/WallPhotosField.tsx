import { WallPhotosPicker } from '../../photos/WallPhotosPicker.tsx';
import type { QuotePhotos } from '../use-quote-photos.ts';

/** Photos of the wall beside the request that is typed, and the wall with a mural on it. */
export function WallPhotosField({ photos, preview }: Pick<QuotePhotos, 'photos' | 'preview'>) {
  return (
    <WallPhotosPicker photos={photos} preview={preview} slim>
      <p className="min-w-0 flex-[1_1_16rem] text-ink-2 text-sm">
        <b className="text-ink">Photos of the wall</b> (optional). We remove location data, and only
        artists you choose can see them.
      </p>
    </WallPhotosPicker>
  );
}
