import { WallPhotosPicker } from '../../photos/WallPhotosPicker.tsx';
import type { QuotePhotos } from '../use-quote-photos.ts';

/** Photos of the wall beside the request that is typed, and the wall with a mural on it. */
export function WallPhotosField({ photos, preview }: Pick<QuotePhotos, 'photos' | 'preview'>) {
  return (
    <WallPhotosPicker photos={photos} preview={preview}>
      <p className="text-ink-2 text-sm">
        We send photos with your request and remove location data. Only artists you choose can see
        them.
      </p>
    </WallPhotosPicker>
  );
}
