import { useState } from 'react';
import type { ShellAccount } from '#features/accounts/account-types.ts';
import type { Artist } from '#features/artists/artist.ts';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { FileProblem, fileRefusal } from '#features/pictures/chosen/source-file.ts';
import type { Crop } from '#features/pictures/crop.ts';
import { OwnPicture } from '#features/pictures/OwnPicture.tsx';
import { CHOSEN_TYPES } from '#features/pictures/upload.ts';
import { TOASTS } from '#lib/toasts.ts';
import { toast } from '#ui/overlays/toast.ts';
import { CropDialog } from './CropDialog.tsx';
import { savePhoto } from './save-photo.store.ts';

interface Props {
  account: ShellAccount;
  artist: Artist;
  onArtist: (artist: Artist) => void;
}

/** The profile photo and its replacement. A failed upload keeps the choice, so that saving can be tried again. */
export function PhotoEditor({ account, artist, onArtist }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  const choose = async ([chosen]: File[]) => {
    const reason = chosen ? await fileRefusal(chosen) : null;
    setRefusal(reason);
    if (reason) void toast.error(TOASTS.photoUploadFailed);
    else setFile(chosen ?? null);
  };

  const save = async (crop: Crop) => {
    if (!file || progress !== null) return;
    setProgress(0);
    try {
      const photo = { artist, userId: account.id, file, crop, onProgress: setProgress };
      onArtist(await savePhoto(photo));
      setFile(null);
      void toast.success(TOASTS.photoUpdated);
    } catch (error) {
      console.error(error);
      const why = error instanceof FileProblem ? { description: error.message } : {};
      void toast.error(TOASTS.photoUploadFailed, why);
    }
    setProgress(null);
  };

  return (
    <section
      aria-label="Profile photo"
      className="grid grid-cols-[min(8rem,40%)_minmax(0,1fr)] items-center gap-x-5 gap-y-3 sm:grid-cols-[11rem_1fr] lg:grid-cols-1"
    >
      {artist.profile_photo ? (
        <OwnPicture
          url={artist.profile_photo}
          alt={`Profile of ${artist.name}`}
          className="row-span-2 aspect-square w-full rounded-card bg-line object-cover lg:row-span-1"
        />
      ) : (
        <div className="row-span-2 grid aspect-square w-full place-items-center rounded-card border-2 border-line border-dashed p-3 text-center text-ink-2 max-lg:text-sm lg:row-span-1">
          No photo yet
        </div>
      )}
      <FilePicker
        label={artist.profile_photo ? 'Replace Photo' : 'Upload Photo'}
        accept={CHOSEN_TYPES}
        onFiles={choose}
      />
      <p className="self-start text-ink-2 text-sm">
        {refusal && <strong className="mb-1 block text-danger wrap-anywhere">{refusal}</strong>}
        <span>We remove the location first.</span>
      </p>
      <CropDialog
        file={file}
        progress={progress}
        onClose={() => progress === null && setFile(null)}
        onSave={save}
      />
    </section>
  );
}
