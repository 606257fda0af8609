import { useState } from 'react';
import type { Artist } from '#domain/artist.ts';
import type { Crop } from '#domain/crop.ts';
import { TOASTS } from '#domain/toasts.ts';
import { IMAGE_TYPES, sourceRefusal } from '#domain/upload.ts';
import type { ShellAccount } from '#ui/dashboard/types.ts';
import { FilePicker } from '#ui/FilePicker.tsx';
import { toast } from '#ui/toast.ts';
import { CropDialog } from './CropDialog.tsx';
import { savePhoto } from './save-photo.ts';

interface Props {
  account: ShellAccount;
  artist: Artist;
  onArtist: (artist: Artist) => void;
}

/** The profile photo and its replacement. A failed upload keeps the choice, so that saving can be tried again. */
export function PhotoEditor({ account, artist, onArtist }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<number | null>(null);

  const choose = ([chosen]: File[]) => {
    const refusal = chosen && sourceRefusal(chosen);
    if (refusal) void toast.error(refusal);
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
      void toast.error(TOASTS.photoUploadFailed);
    }
    setProgress(null);
  };

  return (
    <section aria-label="Profile photo" className="flex flex-col items-start gap-4">
      {artist.profile_photo ? (
        <img
          src={artist.profile_photo}
          alt={`Profile of ${artist.name}`}
          className="aspect-square w-full max-w-48 rounded-card lg:max-w-72 bg-line object-cover"
        />
      ) : (
        <div className="grid aspect-square w-full max-w-48 place-items-center rounded-card border-2 border-line border-dashed p-4 text-center text-ink-2 lg:max-w-72">
          No photo yet. People like to see whom they write to.
        </div>
      )}
      <FilePicker
        label={artist.profile_photo ? 'Replace photo' : 'Upload photo'}
        accept={IMAGE_TYPES.join(',')}
        onFiles={choose}
      />
      <p className="text-ink-2 text-sm">
        JPEG, PNG, WebP or AVIF. Made smaller and freed of its location before it leaves your
        device.
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
