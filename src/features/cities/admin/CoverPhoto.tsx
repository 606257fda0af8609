import { useEffect, useState } from 'react';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { SmallCopy } from '#features/pictures/chosen/SmallCopy.tsx';
import {
  asFile,
  encodeFile,
  FileProblem,
  fileRefusal,
} from '#features/pictures/chosen/source-file.ts';
import { BUCKETS, CHOSEN_TYPES } from '#features/pictures/upload.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { Cover } from './city-draft.ts';

interface CoverPhotoProps {
  cover: Cover;
  onChange: (cover: Cover) => void;
}

/** Where the cover can be seen: its address, or one made for a file that has not been sent. */
function usePreview(cover: Cover): string | null {
  const [made, setMade] = useState<{ of: File; url: string } | null>(null);
  useEffect(() => {
    if (!(cover instanceof File)) return;
    const url = URL.createObjectURL(cover);
    setMade({ of: cover, url });
    return () => URL.revokeObjectURL(url);
  }, [cover]);
  if (cover instanceof File) return made?.of === cover ? made.url : null;
  return cover;
}

/** The photo as it will be sent: small, free of what a camera adds, and of a kind that the browser shows. */
async function drawn(file: File): Promise<File> {
  const refusal = await fileRefusal(file);
  if (refusal) throw new FileProblem(refusal);
  return asFile(await encodeFile(file, { maxBytes: BUCKETS.portfolio.maxBytes }), file.name);
}

/** Picks, shows and takes away a city's cover photo; nothing is sent before the form is saved. */
export function CoverPhoto({ cover, onChange }: CoverPhotoProps) {
  const preview = usePreview(cover);
  const pick = async ([file]: File[]) => {
    if (!file) return;
    try {
      onChange(await drawn(file));
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      void toast.error(error.message);
    }
  };
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 font-semibold">Cover photo</legend>
      {preview && (
        <SmallCopy
          url={preview}
          alt="Cover"
          sizes="(min-width: 640px) 510px, 92vw"
          className="max-h-44 aspect-video w-full rounded-control border border-line object-cover"
        />
      )}
      <div className="flex flex-wrap gap-3">
        <FilePicker
          label={cover ? 'Replace Photo' : 'Choose Photo'}
          accept={CHOSEN_TYPES}
          onFiles={pick}
        />
        {cover && (
          <Button variant="ghost" onClick={() => onChange(null)}>
            Remove Photo
          </Button>
        )}
      </div>
    </fieldset>
  );
}
