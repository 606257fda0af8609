import type { WallCorners } from '#features/pictures/picture-details.ts';
import { WALL_TOASTS } from '#lib/toasts.ts';
import { again } from '#ui/again.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { type AgreementPhotos, MarkedWall } from './MarkedWall.tsx';
import { photoNumber, wallPhotoByNumber } from './wall-photo.api.ts';

interface Props extends AgreementPhotos {
  photo: number | null;
  corners: WallCorners | null;
  onMark: (photo: number | null, corners: WallCorners | null) => void;
}

/** Marks the wall on one of the client's photos; nothing where the client sent none. */
export function MarkWall({ photo, corners, onMark, walls, token }: Props) {
  const { data: paths } = useLoad(walls);
  const marking = useAction(async (number: number) => {
    const [picture, { askCorners }] = await Promise.all([
      wallPhotoByNumber(paths ?? [], number, token),
      again(() => import('#features/wall-preview/corners.script.ts')),
    ]);
    if (!picture) return;
    const answer = await askCorners(picture, number === photo ? corners : null);
    if (answer !== undefined) onMark(answer && number, answer);
  }, WALL_TOASTS.cornersFailed);
  const numbers = (paths ?? []).flatMap((path) => photoNumber(path) ?? []);
  if (numbers.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      {photo !== null && corners && (
        <MarkedWall walls={walls} token={token} photo={photo} corners={corners} />
      )}
      <div className="flex flex-wrap gap-2">
        {numbers.map((number) => (
          <SmallButton key={number} busy={marking.busy} onClick={() => marking.run(number)}>
            {numbers.length === 1 ? 'Mark the Wall' : `Mark the Wall on Photo ${number + 1}`}
          </SmallButton>
        ))}
        {photo !== null && (
          <Button variant="ghost" size="sm" onClick={() => onMark(null, null)}>
            Remove Mark
          </Button>
        )}
      </div>
    </div>
  );
}
