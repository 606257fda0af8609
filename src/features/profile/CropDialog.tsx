import { useEffect, useState } from 'react';
import { CENTRED, type Crop, MAX_ZOOM, zoomed } from '#features/pictures/crop.ts';
import { Button } from '#ui/Button.tsx';
import { PlaceSliders, Slider } from '#ui/forms/Slider.tsx';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { CropPreview } from './CropPreview.tsx';
import { useBitmap } from './use-bitmap.ts';

interface Props {
  file: File | null;
  /** Share of the upload that is done; null while none is under way. */
  progress: number | null;
  onClose: () => void;
  onSave: (crop: Crop) => void;
}

/** Chooses the square that becomes the profile photo: by dragging and pinching, or by three sliders. */
export function CropDialog({ file, progress, onClose, onSave }: Props) {
  const bitmap = useBitmap(file);
  const [crop, setCrop] = useState<Crop>(CENTRED);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file starts in the middle again.
  useEffect(() => setCrop(CENTRED), [file]);

  const busy = progress !== null;
  const ready = bitmap !== null && typeof bitmap !== 'string';
  return (
    <Dialog
      open={file !== null}
      onClose={onClose}
      title="Adjust your photo"
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy} disabled={!ready} onClick={() => onSave(crop)}>
            Save Photo
          </Button>
        </>
      }
    >
      {bitmap === null && <Spinner label="Reading the photo…" />}
      {typeof bitmap === 'string' && <p role="alert">{bitmap}</p>}
      {ready && (
        <div className="grid gap-6 sm:grid-cols-[18rem_1fr]">
          <CropPreview bitmap={bitmap} crop={crop} onCrop={setCrop} />
          <div className="flex flex-col gap-4">
            <p className="text-ink-2">
              <span>Drag to move</span>
              <span className="hidden pointer-coarse:inline">, pinch to zoom</span>
            </p>
            <details>
              <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
                Fine Adjust
              </summary>
              <div className="flex flex-col gap-4">
                <Slider
                  label="Zoom"
                  value={crop.zoom}
                  min={1}
                  max={MAX_ZOOM}
                  onChange={(zoom) => setCrop(zoomed(crop, zoom))}
                />
                <PlaceSliders {...crop} onChange={(to) => setCrop({ ...crop, ...to })} />
              </div>
            </details>
            {progress !== null && (
              <div className="flex flex-col gap-1 text-ink-2 text-sm">
                <p className="flex justify-between gap-3">
                  <span>Uploading</span>
                  <span className="tabular-nums">{`${Math.round(progress * 100)}%`}</span>
                </p>
                <ProgressBar label="Uploading" value={progress} />
              </div>
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}
