import { useEffect, useState } from 'react';
import { paths } from '#config/paths.ts';
import type { ArtistTabProps } from '#features/artists/tab-props.ts';
import { newMural } from '#features/murals/editor/use-murals.ts';
import { suggestedAlt } from '#features/pictures/alt-suggestion.ts';
import { OwnPicture } from '#features/pictures/OwnPicture.tsx';
import { PictureDialog } from '#features/pictures/PictureDialog.tsx';
import type { PictureDetail } from '#features/pictures/picture-details.ts';
import { LIMITS } from '#lib/limits.ts';
import { TOASTS } from '#lib/toasts.ts';
import { ConfirmDialog } from '#ui/Dialog.tsx';
import { useAction } from '#ui/use-action.ts';
import { describePicture } from '../own-artist.api.ts';
import { removeOrphanedFiles } from './orphaned-files.store.ts';
import { PortfolioGrid } from './PortfolioGrid.tsx';
import { PortfolioUploads } from './PortfolioUploads.tsx';
import { useOrder } from './use-order.ts';
import { useRemoval } from './use-removal.ts';

/** The portfolio: add several pictures at once, put them in order, remove them. */
export function PortfolioTab({ account, artist, onArtist }: ArtistTabProps) {
  const { order, changeOrder } = useOrder(artist, onArtist);
  const { remove, busy } = useRemoval(artist, account.id, onArtist);
  const [asked, setAsked] = useState<string | null>(null);
  const [described, setDescribed] = useState<string | null>(null);
  const describing = useAction(async (detail: PictureDetail) => {
    if (described) onArtist(await describePicture(artist.id, described, detail));
    setDescribed(null);
  }, TOASTS.saveProfileFailed);
  const making = useAction(async (url: string) => {
    location.assign(paths.ownMural((await newMural(artist, [url])).id));
    return 'redirecting';
  }, 'The mural could not be made');

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the portfolio as it was on arrival.
  useEffect(() => {
    removeOrphanedFiles(artist, account.id).catch((error) => console.error(error));
  }, []);

  const count = artist.portfolio_images.length;
  return (
    <section aria-label="Portfolio" className="flex flex-col gap-6">
      <PortfolioUploads userId={account.id} artist={artist} onArtist={onArtist}>
        <span>{count}</span> of {LIMITS.portfolioImages} photos. Drag them into order; the first two
        are on your card.
      </PortfolioUploads>
      {count > 0 && (
        <PortfolioGrid
          stored={order}
          onOrder={changeOrder}
          details={artist.picture_details}
          onDescribe={setDescribed}
          onMural={(url) => void making.run(url)}
          onRemove={setAsked}
        />
      )}
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
      <RemoveDialog url={asked} busy={busy} onRemove={remove} onClose={() => setAsked(null)} />
    </section>
  );
}

interface RemoveDialogProps {
  /** The picture that was asked about; null while there is none. */
  url: string | null;
  busy: boolean;
  onRemove: (url: string) => Promise<void>;
  onClose: () => void;
}

function RemoveDialog({ url, busy, onRemove, onClose }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      open={url !== null}
      onClose={onClose}
      title="Remove this photo?"
      confirmLabel="Remove Photo"
      busy={busy}
      onConfirm={async () => {
        if (url) await onRemove(url);
        onClose();
      }}
    >
      {url && (
        <OwnPicture
          url={url}
          alt=""
          className="max-h-72 w-full rounded-card bg-line object-contain"
        />
      )}
      <p className="mt-3">You can undo this for a few seconds.</p>
    </ConfirmDialog>
  );
}
