import { useCallback, useEffect, useRef, useState } from 'react';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { WALL_TOASTS } from '#lib/toasts.ts';
import { again } from '#ui/again.ts';
import { buttonClass } from '#ui/Button.tsx';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { PinnedSketch } from './PinnedSketch.tsx';
import type { SketchVersion } from './sketch.ts';
import { sha256 } from './sketch-hash.ts';
import { sketchPicture, wallPhotoByPath } from './sketches.api.ts';
import type { SketchDeskState } from './use-sketches.ts';

/** The bytes of a version, if they are what its hash says. */
async function checked(job: AssignmentKey, { path, hash }: SketchVersion) {
  const picture = await sketchPicture(job, path);
  const found = await sha256(picture);
  return { picture, url: URL.createObjectURL(picture), changed: found !== null && found !== hash };
}

interface Props {
  desk: SketchDeskState;
  version: SketchVersion;
}

/** One version: the sketch with its pins, or the sketch on the wall. */
export function ShownVersion({ desk, version }: Props) {
  const { job } = desk;
  const [onWall, setOnWall] = useState(false);
  // A version never changes.
  const first = useRef(version);
  const load = useCallback(() => checked(job, first.current), [job]);
  const { data, failed, reload } = useLoad(load);
  useEffect(() => () => void (data && URL.revokeObjectURL(data.url)), [data]);
  if (!data && failed) return <LoadFailed text="This sketch didn’t load." onRetry={reload} />;
  if (!data) return <Skeleton className="h-64" />;
  if (data.changed)
    return (
      <p role="alert" className="rounded-card border-2 border-danger p-4">
        This file isn’t the sketch that was sent. Tell the artist.
      </p>
    );
  const views = [
    ['Sketch', false],
    ['On the Wall', true],
  ] as const;
  const laid = version.wall && version.corners;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {laid && (
        <fieldset aria-label="View" className="flex flex-wrap gap-2">
          {views.map(([label, wall]) => (
            <button
              key={label}
              type="button"
              aria-pressed={onWall === wall}
              className={buttonClass(onWall === wall ? 'primary' : 'secondary')}
              onClick={() => setOnWall(wall)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      )}
      {laid && onWall ? (
        <OnWall job={job} version={version} picture={data.picture} />
      ) : (
        <PinnedSketch desk={desk} version={version} url={data.url} />
      )}
    </div>
  );
}

interface OnWallProps {
  job: AssignmentKey;
  version: SketchVersion;
  picture: Blob;
}

/** The sketch on the client's photo, by the painter of the wall preview. */
function OnWall({ job, version, picture }: OnWallProps) {
  const place = useRef<HTMLCanvasElement>(null);
  const first = useRef(version);
  const load = useCallback(async () => {
    const { wall, corners, strength } = first.current;
    const [photo, { drawableSide, drawnOnWall }] = await Promise.all([
      wallPhotoByPath(job, wall ?? ''),
      again(() => import('#features/wall-preview/composer.script.ts')),
    ]);
    if (drawableSide() === 0) return 'no graphics';
    return drawnOnWall(photo, picture, {
      corners: corners as NonNullable<typeof corners>,
      strength: strength ?? 1,
    });
  }, [job, picture]);
  const { data, failed, reload } = useLoad(load);
  useEffect(() => {
    const canvas = place.current;
    if (!canvas || !data || data === 'no graphics') return;
    Object.assign(canvas, { width: data.width, height: data.height });
    canvas.getContext('2d')?.drawImage(data, 0, 0);
  }, [data]);
  if (!data && failed)
    return <LoadFailed text="The photo of the wall didn’t load." onRetry={reload} />;
  if (!data) return <Skeleton className="h-64" />;
  if (data === 'no graphics')
    return (
      <p>
        {WALL_TOASTS.noGraphics.title}. {WALL_TOASTS.noGraphics.description}
      </p>
    );
  return (
    <canvas
      ref={place}
      role="img"
      aria-label={`Version ${version.number} on the wall`}
      className="max-h-[80vh] max-w-full self-center rounded-card"
    />
  );
}
