import { type DragEvent, useEffect, useState } from 'react';
import { paths } from '#config/paths.ts';
import { describePicture } from '#data/artists.ts';
import { LIMITS } from '#domain/limits.ts';
import type { PictureDetail } from '#domain/picture-details.ts';
import { TOASTS } from '#domain/toasts.ts';
import { IMAGE_TYPES } from '#domain/upload.ts';
import { cx } from '#ui/cx.ts';
import { ConfirmDialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FilePicker } from '#ui/FilePicker.tsx';
import { useAction } from '#ui/use-action.ts';
import type { ArtistTabProps } from '../ArtistDashboard.tsx';
import { newMural } from '../murals/use-murals.ts';
import { OwnPicture } from '../OwnPicture.tsx';
import { PictureDialog } from '../PictureDialog.tsx';
import { DuplicateList } from './DuplicateList.tsx';
import { removeOrphanedFiles } from './orphaned-files.ts';
import { PortfolioGrid } from './PortfolioGrid.tsx';
import { UploadList } from './UploadList.tsx';
import { useOrder } from './use-order.ts';
import { useRemoval } from './use-removal.ts';
import { useUploads } from './use-uploads.ts';

/** Takes files that are dropped on an element; `over` while some are held above it. */
function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  const hover = (event: DragEvent, entering: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(entering);
  };
  const target = {
    onDragOver: (event: DragEvent) => hover(event, true),
    onDragLeave: (event: DragEvent) => hover(event, false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files]);
    },
  };
  return { over, target };
}

/** The portfolio: add several pictures at once, put them in order, remove them. */
export function PortfolioTab({ account, artist, onArtist }: ArtistTabProps) {
  const uploads = useUploads(artist, account.id, onArtist);
  const order = useOrder(artist, onArtist);
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
  const { over, target } = useFileDrop((files) => void uploads.add(files));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the portfolio as it was on arrival.
  useEffect(() => {
    removeOrphanedFiles(artist, account.id).catch((error) => console.error(error));
  }, []);

  const count = artist.portfolio_images.length;
  const picker = (
    <FilePicker
      label="Upload images"
      accept={IMAGE_TYPES.join(',')}
      multiple
      disabled={count >= LIMITS.portfolioImages}
      onFiles={uploads.add}
    />
  );
  return (
    <section
      aria-label="Portfolio"
      {...target}
      className={cx(
        'flex flex-col gap-6 rounded-card outline-dashed outline-2 outline-offset-8',
        over ? 'outline-brand' : 'outline-transparent',
      )}
    >
      {count > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-ink-2">
            {count} of {LIMITS.portfolioImages} images. Drag them into order; the first two are on
            your card.
          </p>
          {picker}
        </div>
      )}
      <UploadList items={uploads.items} onRetry={uploads.retry} onDismiss={uploads.dismiss} />
      <DuplicateList
        duplicates={uploads.duplicates}
        order={order.order}
        onKeep={uploads.resolve}
        onRemove={({ url }) => void remove(url)}
      />
      {count === 0 ? (
        <EmptyState title="Your walls go here" action={picker}>
          Choose several images at once, or drop them on this page. JPEG, PNG, WebP or AVIF.
        </EmptyState>
      ) : (
        <PortfolioGrid
          order={order.order}
          preview={order.preview}
          commit={order.commit}
          details={artist.picture_details}
          onDescribe={setDescribed}
          onMural={(url) => void making.run(url)}
          onRemove={setAsked}
        />
      )}
      <PictureDialog
        url={described}
        detail={described ? artist.picture_details[described] : undefined}
        suggestion={`${artist.styles[0] ?? 'A'} mural by ${artist.name}`}
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
      title="Remove this image?"
      confirmLabel="Remove Image"
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
      <p className="mt-3">It leaves your public page. You can undo this for a few seconds.</p>
    </ConfirmDialog>
  );
}
