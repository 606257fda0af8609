import { useEffect, useState } from 'react';
import { IMAGE_TYPES, sourceRefusal } from '#domain/upload.ts';
import { Button } from '#ui/Button.tsx';
import { FilePicker } from '#ui/FilePicker.tsx';
import { toast } from '#ui/toast.ts';

/** The stored cover, a new file, or none. */
export type Cover = string | File | null;

interface CoverPhotoProps {
  cover: Cover;
  onChange: (cover: Cover) => void;
}

/** Picks, shows and takes away a city's cover photo; nothing is sent before the form is saved. */
export function CoverPhoto({ cover, onChange }: CoverPhotoProps) {
  const [preview, setPreview] = useState<string | null>(typeof cover === 'string' ? cover : null);
  useEffect(
    () => () => {
      if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview);
    },
    [preview],
  );
  const show = (next: File | null) => {
    setPreview(next && URL.createObjectURL(next));
    onChange(next);
  };
  const pick = ([file]: File[]) => {
    if (!file) return;
    const refusal = sourceRefusal(file);
    if (refusal) void toast.error(refusal);
    else show(file);
  };
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 font-semibold">Cover photo</legend>
      {preview && (
        <img
          src={preview}
          alt="Cover"
          className="max-h-44 aspect-video w-full rounded-control border border-line object-cover"
        />
      )}
      <div className="flex flex-wrap gap-3">
        <FilePicker
          label={preview ? 'Replace photo' : 'Choose photo'}
          accept={IMAGE_TYPES.join()}
          onFiles={pick}
        />
        {preview && (
          <Button variant="ghost" onClick={() => show(null)}>
            Remove photo
          </Button>
        )}
      </div>
    </fieldset>
  );
}
