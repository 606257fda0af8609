import { useEffect, useState } from 'react';
import { paths } from '#config/paths.ts';
import type { ArtistTabProps } from '#features/artists/tab-props.ts';
import { suggestedAlt } from '#features/pictures/alt-suggestion.ts';
import { PictureDialog } from '#features/pictures/PictureDialog.tsx';
import type { PictureDetail } from '#features/pictures/picture-details.ts';
import { PhotoGrid } from '#features/pictures/queue/PhotoGrid.tsx';
import { CARD_IMAGES } from '#lib/limits.ts';
import { TOASTS } from '#lib/toasts.ts';
import { useAction } from '#ui/hooks/use-action.ts';
import { describePicture } from '../own-artist.api.ts';
import { removeOrphanedFiles } from './orphaned-files.store.ts';
import { PortfolioUploads } from './PortfolioUploads.tsx';
import { useOrder } from './use-order.ts';
import { useRemoval } from './use-removal.ts';

/** The portfolio: add several photos at once, put them in order, make murals of them. */
export function PortfolioSection({ account, artist, onArtist }: ArtistTabProps) {
  const { order, changeOrder } = useOrder(artist, onArtist);
  const { remove } = useRemoval(artist, account.id, onArtist);
  const [described, setDescribed] = useState<string | null>(null);
  const describing = useAction(async (detail: PictureDetail) => {
    if (described) onArtist(await describePicture(artist.id, described, detail));
    setDescribed(null);
  }, TOASTS.saveProfileFailed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the portfolio as it was on arrival.
  useEffect(() => {
    removeOrphanedFiles(artist, account.id).catch((error) => console.error(error));
  }, []);

  return (
    <section aria-label="Portfolio" className="flex flex-col gap-5">
      <PortfolioUploads userId={account.id} artist={artist} onArtist={onArtist} />
      <PhotoGrid
        label="Portfolio photos"
        photos={order}
        details={artist.picture_details}
        mark="On your card"
        marked={CARD_IMAGES}
        onOrder={changeOrder}
        actions={(url) => [
          { label: 'Make a Mural', href: paths.newMural(url) },
          { label: 'Details', onPress: () => setDescribed(url) },
          { label: 'Remove', danger: true, onPress: () => void remove(url) },
        ]}
      />
      <PictureDialog
        url={described}
        detail={described ? artist.picture_details[described] : undefined}
        suggestion={suggestedAlt({
          styles: artist.styles,
          artist: artist.name,
          city: artist.city ?? '',
        })}
        busy={describing.busy}
        onSave={(detail) => void describing.run(detail)}
        onClose={() => setDescribed(null)}
      />
    </section>
  );
}
