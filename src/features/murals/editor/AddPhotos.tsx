import { useState } from 'react';
import { ownFile } from '#features/accounts/export.api.ts';
import type { Artist } from '#features/artists/artist.ts';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { asFile, encodeFile, FileProblem } from '#features/pictures/chosen/source-file.ts';
import { pictureAddresses } from '#features/pictures/message-pictures.api.ts';
import { OwnPicture } from '#features/pictures/OwnPicture.tsx';
import { uploadImage } from '#features/pictures/storage.api.ts';
import {
  BUCKETS,
  CHOSEN_TYPES,
  MESSAGE_PICTURES,
  portfolioPath,
} from '#features/pictures/upload.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { toast } from '#ui/toast.ts';
import { useAttempt } from '#ui/use-attempt.ts';
import { type FinishedWall, noteMuralPicture } from './finished-walls.api.ts';
import { PhotoChooser } from './PhotoChooser.tsx';
import { tellFailure } from './use-murals.ts';

interface Props {
  userId: string;
  artist: Artist;
  mural: string;
  wall: FinishedWall | null;
  taken: readonly string[];
  /** How many may be added. */
  room: number;
  onFiles: (files: File[]) => void;
  /** Told of addresses that a mural may show. */
  onPhotos: (urls: string[]) => void;
}

const { name: BUCKET, maxBytes } = BUCKETS.portfolio;

/** Where the photos of a mural come from: a device, the portfolio, and the conversation about the wall. */
export function AddPhotos({ userId, artist, mural, wall, taken, room, ...on }: Props) {
  const [source, setSource] = useState<'portfolio' | 'conversation' | null>(null);
  const [addresses, setAddresses] = useState<Record<string, string | null>>({});
  const { busy, attempt } = useAttempt((error) =>
    error instanceof FileProblem
      ? void toast.error(error.message)
      : tellFailure(error, 'The photos could not be added'),
  );
  const add = (urls: string[]) => {
    on.onPhotos(urls);
    setSource(null);
  };
  const copy = (paths: string[]) =>
    attempt(async () => {
      const urls: string[] = [];
      for (const path of paths) urls.push(await copyOf(path, userId, urls.length));
      for (const [n, url] of urls.entries()) await noteMuralPicture(mural, url, paths[n] ?? '');
      add(urls);
    });
  const talk = wall?.pictures ?? [];
  const withheld = !wall?.consent && talk.some(({ sender }) => sender === 'client');
  return (
    <div className="flex flex-wrap gap-3">
      <FilePicker
        label="Upload Photos"
        accept={CHOSEN_TYPES}
        multiple
        disabled={room <= 0}
        onFiles={on.onFiles}
      />
      {artist.portfolio_images.length > 0 && (
        <Button variant="secondary" disabled={room <= 0} onClick={() => setSource('portfolio')}>
          Add from Portfolio
        </Button>
      )}
      {talk.length > 0 && (
        <Button
          variant="secondary"
          disabled={room <= 0}
          onClick={() => {
            setSource('conversation');
            void pictureAddresses(talk.map(({ path }) => path)).then(setAddresses);
          }}
        >
          Add from Conversation
        </Button>
      )}
      <PhotoChooser
        open={source === 'portfolio'}
        title="Choose portfolio photos"
        none="All photos of your portfolio are there already."
        photos={artist.portfolio_images
          .map((url, n) => ({
            id: url,
            name: `Portfolio photo ${n + 1}`,
            image: <OwnPicture url={url} alt="" />,
          }))
          .filter(({ id }) => !taken.includes(id))}
        most={room}
        onChoose={add}
        onClose={() => setSource(null)}
      />
      <PhotoChooser
        open={source === 'conversation'}
        title="Choose photos of the conversation"
        none=""
        hint={withheld ? 'You can use the client’s photos once the client agrees.' : undefined}
        photos={talk.map(({ path, sender }, n) => ({
          id: path,
          name: `Photo ${n + 1}, ${sender === 'client' ? 'of the client' : 'of yours'}`,
          image: addresses[path] ? <img src={addresses[path]} alt="" /> : <Skeleton />,
          closed: sender === 'client' && !wall?.consent,
        }))}
        most={room}
        busy={busy}
        onChoose={(paths) => void copy(paths)}
        onClose={() => setSource(null)}
      />
    </div>
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
