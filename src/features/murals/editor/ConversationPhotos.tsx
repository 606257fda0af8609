import { useState } from 'react';
import { ownFile } from '#features/accounts/export.api.ts';
import { type DiaryStage, rankOf, STAGE_LABELS } from '#features/diary/diary.ts';
import { asFile, encodeFile, FileProblem } from '#features/pictures/chosen/source-file.ts';
import { pictureAddresses } from '#features/pictures/message-pictures.api.ts';
import { uploadImage } from '#features/pictures/storage.api.ts';
import { BUCKETS, MESSAGE_PICTURES, portfolioPath } from '#features/pictures/upload.ts';
import { Button } from '#ui/Button.tsx';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { toast } from '#ui/overlays/toast.ts';
import { Skeleton } from '#ui/Spinner.tsx';
import { type FinishedWall, noteMuralPicture } from './finished-walls.api.ts';
import { PhotoChooser } from './PhotoChooser.tsx';
import { tellFailure } from './use-murals.ts';

interface Props {
  label: string;
  userId: string;
  mural: string;
  wall: FinishedWall | null;
  /** How many may be added. */
  room: number;
  /** Only photos of this stage of the diary. */
  only?: DiaryStage;
  /** Photos of this stage are chosen at the beginning. */
  first?: DiaryStage | null;
  /** Told of copies that a mural may show. */
  onPhotos: (urls: string[]) => void;
}

const { name: BUCKET, maxBytes } = BUCKETS.portfolio;

/** Photos of the conversation about a wall, for its mural: those of the diary first, from the finished wall back. */
export function ConversationPhotos(props: Props) {
  const { label, userId, mural, wall, room, only, first, onPhotos } = props;
  const [open, setOpen] = useState(false);
  const [addresses, setAddresses] = useState<Record<string, string | null>>({});
  const { busy, attempt } = useAttempt((error) =>
    error instanceof FileProblem
      ? void toast.error(error.message)
      : tellFailure(error, 'The photos weren’t added'),
  );
  const copy = (paths: string[]) =>
    attempt(async () => {
      const urls: string[] = [];
      for (const path of paths) urls.push(await copyOf(path, userId, urls.length));
      for (const [n, url] of urls.entries()) await noteMuralPicture(mural, url, paths[n] ?? '');
      onPhotos(urls);
      setOpen(false);
    });
  const photos = (wall?.pictures ?? [])
    .map((picture, n) => ({ ...picture, number: n + 1 }))
    .filter(({ stage }) => !only || stage === only)
    .sort((a, b) => rankOf(a.stage) - rankOf(b.stage));
  if (photos.length === 0) return null;
  const withheld = !wall?.consent && photos.some(({ sender }) => sender === 'client');
  return (
    <>
      <Button
        variant="secondary"
        disabled={room <= 0}
        onClick={() => {
          setOpen(true);
          void pictureAddresses(photos.map(({ path }) => path)).then(setAddresses);
        }}
      >
        {label}
      </Button>
      <PhotoChooser
        open={open}
        title="Choose photos of the conversation"
        none=""
        hint={withheld ? 'The client’s photos need their consent.' : undefined}
        photos={photos.map(({ path, sender, stage, number }) => ({
          id: path,
          name: [
            `Photo ${number}`,
            sender === 'client' ? 'of the client' : 'of yours',
            ...(stage ? [STAGE_LABELS[stage].toLowerCase()] : []),
          ].join(', '),
          image: addresses[path] ? <img src={addresses[path]} alt="" /> : <Skeleton />,
          closed: sender === 'client' && !wall?.consent,
        }))}
        first={photos.filter(({ stage }) => stage && stage === first).map(({ path }) => path)}
        most={room}
        busy={busy}
        onChoose={(paths) => void copy(paths)}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

/** A copy of a photo of a conversation in the artist's own folder, drawn anew: it may have been sent with its place. */
async function copyOf(path: string, userId: string, n: number): Promise<string> {
  const picture = await ownFile(MESSAGE_PICTURES.name, path);
  if (!picture) throw new Error('The photo is gone');
  const file = await encodeFile(asFile(picture), { maxBytes });
  const name = portfolioPath(userId, Date.now(), n, file.type);
  return uploadImage({ bucket: BUCKET, path: name, file });
}
