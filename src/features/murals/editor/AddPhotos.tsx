import { useState } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { OwnPicture } from '#features/pictures/OwnPicture.tsx';
import { CHOSEN_TYPES } from '#features/pictures/upload.ts';
import { Button } from '#ui/Button.tsx';
import { ConversationPhotos } from './ConversationPhotos.tsx';
import type { FinishedWall } from './finished-walls.api.ts';
import { PhotoChooser } from './PhotoChooser.tsx';

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

/** Where the photos of a mural come from: a device, the portfolio, and the conversation about the wall. */
export function AddPhotos({ userId, artist, mural, wall, taken, room, ...on }: Props) {
  const [choosing, setChoosing] = useState(false);
  const add = (urls: string[]) => {
    on.onPhotos(urls);
    setChoosing(false);
  };
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
        <Button variant="secondary" disabled={room <= 0} onClick={() => setChoosing(true)}>
          Add from Portfolio
        </Button>
      )}
      <ConversationPhotos
        label="Add from Conversation"
        userId={userId}
        mural={mural}
        wall={wall}
        room={room}
        onPhotos={on.onPhotos}
        // A mural begins with its finished wall, which the first of these covers.
        first={taken.length === 0 ? 'done' : null}
      />
      <PhotoChooser
        open={choosing}
        title="Choose portfolio photos"
        none="No more portfolio photos."
        photos={artist.portfolio_images
          .map((url, n) => ({
            id: url,
            name: `Portfolio photo ${n + 1}`,
            image: <OwnPicture url={url} alt="" />,
          }))
          .filter(({ id }) => !taken.includes(id))}
        most={room}
        onChoose={add}
        onClose={() => setChoosing(false)}
      />
    </div>
  );
}
