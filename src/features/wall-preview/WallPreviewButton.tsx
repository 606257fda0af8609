import { useState } from 'react';
import { again } from '#ui/again.ts';
import { Button } from '#ui/Button.tsx';
import type { WallPreviewOptions } from './wall-preview-options.ts';

interface Props extends Omit<WallPreviewOptions, 'photo'> {
  /** Gives a photograph that is there already; the same one each time, so that what was done with it goes on. */
  photo?: () => Promise<Blob | null>;
  label?: string;
}

/** Opens the dialog in which a mural is put on the photograph of a wall; its code comes with the first press. */
export function WallPreviewButton({ label = 'See it on your wall', photo, ...options }: Props) {
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    const { openWallPreview } = await again(() => import('./composer.script.ts'));
    await openWallPreview({ ...options, photo: await photo?.() });
    setBusy(false);
  };
  return (
    <Button variant="secondary" busy={busy} onClick={() => void open()}>
      {label}
    </Button>
  );
}
