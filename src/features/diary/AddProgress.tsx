import { useState } from 'react';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { encodeFile, FileProblem, fileRefusal } from '#features/pictures/chosen/source-file.ts';
import { MESSAGE_PICTURES } from '#features/pictures/upload.ts';
import { LIMITS } from '#lib/limits.ts';
import { FormField } from '#ui/forms/FormField.tsx';
import { useUnsavedWarning } from '#ui/forms/use-unsaved-warning.ts';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { toast } from '#ui/overlays/toast.ts';
import { type DiaryStage, STAGE_LABELS, STAGES } from './diary.ts';
import type { DiaryOutbox } from './diary-props.ts';

interface Props {
  /** The stage that new photos are of unless another is chosen. */
  likely: DiaryStage;
  send: DiaryOutbox['send'];
}

const OPTIONS = STAGES.map((value) => ({ value, label: STAGE_LABELS[value] }));

/** Photos from the camera or the album, sent as soon as they are chosen. */
export function AddProgress({ likely, send }: Props) {
  const [chosen, setChosen] = useState<DiaryStage | null>(null);
  const stage = chosen ?? likely;
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    void toast.error('The photos could not be added. Try again.');
  });
  useUnsavedWarning(busy);
  const add = (files: File[]) =>
    attempt(async () => {
      for (let n = 0; n < files.length; n += LIMITS.messagePictures) {
        const photos = await drawn(files.slice(n, n + LIMITS.messagePictures));
        if (photos.length > 0) await send(photos, stage);
      }
    });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <FormField
        label="Stage"
        unmarked
        options={OPTIONS}
        value={stage}
        onText={(value) => setChosen(value as DiaryStage)}
      />
      <FilePicker
        label={busy ? 'Adding…' : 'Add Progress Photos'}
        accept="image/*"
        multiple
        disabled={busy}
        onFiles={(files) => void add(files)}
      />
    </div>
  );
}

/** The files drawn anew for the web; what is no photo is left out with a word. */
async function drawn(files: readonly File[]): Promise<Blob[]> {
  const photos: Blob[] = [];
  for (const file of files) {
    try {
      const refusal = await fileRefusal(file);
      if (refusal) throw new FileProblem(refusal);
      photos.push(await encodeFile(file, MESSAGE_PICTURES));
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      void toast.error(error.message);
    }
  }
  return photos;
}
