import { useEffect, useState } from 'react';
import { SKETCHES } from '#features/pictures/buckets.ts';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { encodeFile, FileProblem } from '#features/pictures/chosen/source-file.ts';
import type { WallCorners } from '#features/pictures/picture-details.ts';
import { CHOSEN_TYPES } from '#features/pictures/upload.ts';
import { useAddresses } from '#features/pictures/use-addresses.ts';
import { WallPreviewButton } from '#features/wall-preview/WallPreviewButton.tsx';
import type { PlaceOnWall, PreviewWork } from '#features/wall-preview/wall-preview-options.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { sha256 } from './sketch-hash.ts';
import { sendSketch, wallAddresses, wallPhotoByPath } from './sketches.api.ts';
import { useChosenSketch } from './use-chosen-sketch.ts';
import type { SketchDeskState } from './use-sketches.ts';

interface Props {
  desk: SketchDeskState;
  /** The number that it gets. */
  next: number;
  walls: () => Promise<string[]>;
  onSent: () => void;
}

/** The artist's next version: chosen, laid on a photo of the wall, sent. */
export function SendSketch({ desk, next, walls, onSent }: Props) {
  const { job, busy, act } = desk;
  const { chosen, change, forget } = useChosenSketch(job);
  const [photos, setPhotos] = useState<readonly string[]>([]);
  const { urls } = useAddresses(chosen ? photos : [], wallAddresses);
  useEffect(() => {
    walls().then(setPhotos, console.error);
  }, [walls]);
  if (next > LIMITS.sketchVersions) return null;
  const take = async ([file]: File[]) => {
    if (!file) return;
    try {
      const picture = await encodeFile(file, { maxBytes: SKETCHES.maxBytes });
      const hash = await sha256(picture);
      if (!hash) throw new FileProblem('Open this site over https to send sketches');
      await change({ picture, hash, place: null });
    } catch (error) {
      console.error(error);
      if (error instanceof FileProblem) void toast.error(error.message);
    }
  };
  const lay = async (wall: string, { corners, strength }: PlaceOnWall) => {
    if (!chosen) return;
    const { picture, hash } = chosen;
    const place = { wall, corners: corners as WallCorners, strength };
    await change({ picture, hash, place });
  };
  const send = () =>
    chosen &&
    act(async (key) => {
      const { picture, hash, key: once, place } = chosen;
      const sketches = await sendSketch(key, picture, hash, once, place);
      forget();
      onSent();
      return sketches;
    }, `Version ${next} is sent`);
  return (
    <div className="flex flex-col gap-4 border-line border-t pt-5">
      <h4 className="font-semibold">{`Version ${next}`}</h4>
      {chosen && (
        <>
          <img
            src={chosen.url}
            alt="Your sketch"
            className="max-h-60 max-w-full self-start rounded-card"
          />
          {photos.length > 0 && (
            <ul className="flex flex-wrap items-center gap-3">
              {photos.map((wall, n) => (
                <li key={wall} className="flex items-center gap-2">
                  <span className="size-11 overflow-hidden rounded-control bg-line">
                    {urls[wall] && (
                      <img src={urls[wall]} alt="" className="size-full object-cover" />
                    )}
                  </span>
                  <WallPreviewButton
                    label={photos.length > 1 ? `Lay It on Photo ${n + 1}` : 'Lay It on the Wall'}
                    title="Lay it on the wall"
                    mural={{ srcs: [chosen.url], title: null, artist: null }}
                    photo={() => wallPhotoByPath(job, wall)}
                    foot={(work) => placing(work, (place) => void lay(wall, place))}
                  />
                </li>
              ))}
            </ul>
          )}
          {chosen.place && <p role="status">It’s laid on the wall.</p>}
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {chosen && (
          <Button busy={busy} onClick={() => void send()}>
            {`Send Version ${next}`}
          </Button>
        )}
        <FilePicker
          label={chosen ? 'Choose Another' : 'Choose a Sketch'}
          accept={CHOSEN_TYPES}
          onFiles={(files) => void take(files)}
        />
      </div>
    </div>
  );
}

/** What stands below the workbench, where only the place of the sketch is wanted. */
function placing(
  { dialog, place }: PreviewWork,
  onPlace: (place: PlaceOnWall) => void,
): HTMLElement {
  const use = document.createElement('button');
  use.type = 'button';
  use.className = buttonClass();
  use.textContent = 'Save Position';
  use.addEventListener('click', () => {
    onPlace(place());
    dialog.close();
  });
  const foot = document.createElement('div');
  foot.className = 'wall-actions';
  foot.append(use);
  return foot;
}
