import { useState } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { pauseChoices, pausedUntil } from '#features/artists/pause.ts';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { updateArtist } from './own-artist.api.ts';

interface Props {
  artist: Artist;
  onArtist: (artist: Artist) => void;
}

/** Pauses new requests until a month that the artist chooses, or takes them again. */
export function PauseForm({ artist, onArtist }: Props) {
  const [choices] = useState(pauseChoices);
  const [month, setMonth] = useState(choices[0]?.value ?? '');
  const until = pausedUntil(artist.paused_until);
  const { busy, run } = useAction(async () => {
    const saved = await updateArtist(artist.id, { paused_until: until ? null : month });
    onArtist(saved);
    const now = pausedUntil(saved.paused_until);
    void toast.success(now ? `No new requests until ${now}` : 'You take requests again', {
      subject: 'pause',
    });
  }, 'Your choice wasn’t saved');
  return (
    <div className="flex max-w-sm flex-col items-start gap-4">
      {until ? (
        <p>
          You get no new requests until <strong>{until}</strong>.
        </p>
      ) : (
        <FormField
          label="No new requests until"
          required
          className="w-full"
          options={choices}
          value={month}
          onText={setMonth}
        />
      )}
      {/* The same button in both states, so that the focus stays on it. */}
      <Button variant="secondary" busy={busy} onClick={() => run()}>
        {until ? 'Take Requests Again' : 'Pause New Requests'}
      </Button>
    </div>
  );
}
