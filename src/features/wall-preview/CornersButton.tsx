import { useState } from 'react';
import type { WallCorners } from '#features/pictures/picture-details.ts';
import { ownCopy } from '#features/pictures/storage.api.ts';
import { COPY_WIDTHS } from '#features/pictures/upload.ts';
import { WALL_TOASTS } from '#lib/toasts.ts';
import { again } from '#ui/again.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/overlays/toast.ts';

interface Props {
  /** One of the artist's own photos. */
  url: string;
  corners: WallCorners | null;
  onCorners: (corners: WallCorners | null) => void;
}

/** Opens the dialog in which an artist says where the painted wall is; its code comes with the first press. */
export function CornersButton({ url, corners, onCorners }: Props) {
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      const [photo, { askCorners }] = await Promise.all([
        ownCopy(url, COPY_WIDTHS[3]),
        again(() => import('./corners.script.ts')),
      ]);
      const answer = await askCorners(photo, corners);
      if (answer !== undefined) onCorners(answer);
    } catch (error) {
      console.error(error);
      void toast.error(WALL_TOASTS.cornersFailed);
    }
    setBusy(false);
  };
  return (
    <Button variant="secondary" busy={busy} className="self-start" onClick={() => void ask()}>
      {corners ? 'Change Wall Corners' : 'Set Wall Corners'}
    </Button>
  );
}
