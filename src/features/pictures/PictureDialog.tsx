import { type ComponentType, useState } from 'react';
import { LIMITS } from '#lib/limits.ts';
import { charLength } from '#lib/text.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { FocusPicker } from './FocusPicker.tsx';
import { OwnPicture } from './OwnPicture.tsx';
import type { PictureDetail, WallCorners } from './picture-details.ts';

interface Props {
  /** The picture that is described; null while there is none. */
  url: string | null;
  detail: PictureDetail | undefined;
  /** What it could be said to show. */
  suggestion: string;
  /** Asks where the painted wall is, on the photos of murals. */
  Corners?: ComponentType<{
    url: string;
    corners: WallCorners | null;
    onCorners: (corners: WallCorners | null) => void;
  }>;
  busy?: boolean;
  onSave: (detail: PictureDetail) => void;
  onClose: () => void;
}

/** Where the eye should rest on one picture, where the wall is, and what it shows to who does not see it. */
export function PictureDialog({ url, onClose, ...rest }: Props) {
  return (
    <Dialog open={url !== null} onClose={onClose} title="Photo details">
      {url && <Details key={url} url={url} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function Details({
  url,
  detail,
  suggestion,
  Corners,
  busy,
  onSave,
  onClose,
}: Props & { url: string }) {
  const [alt, setAlt] = useState(detail?.alt ?? '');
  const [focus, setFocus] = useState(
    detail?.x === undefined || detail.y === undefined ? null : { x: detail.x, y: detail.y },
  );
  const [corners, setCorners] = useState<WallCorners | null>(detail?.corners ?? null);
  const tooLong = charLength(alt.trim()) > LIMITS.pictureAlt;
  return (
    <div className="flex flex-col gap-6">
      <FocusPicker
        value={focus}
        onChange={setFocus}
        picture={(props) => (
          <OwnPicture url={url} alt="" widest={560} draggable={false} {...props} />
        )}
      />
      {Corners && <Corners url={url} corners={corners} onCorners={setCorners} />}
      <div className="flex flex-col gap-2">
        <FormField
          label="Alternative text"
          value={alt}
          limit={LIMITS.pictureAlt}
          rows={2}
          error={tooLong ? `At most ${LIMITS.pictureAlt} characters` : undefined}
          hint="For people who can’t see the photo."
          onText={setAlt}
        />
        {alt.trim() !== suggestion && (
          <SmallButton
            className="self-start whitespace-normal text-left"
            onClick={() => setAlt(suggestion)}
          >{`Use: ${suggestion}`}</SmallButton>
        )}
      </div>
      <div className="sticky bottom-0 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 bg-paper px-6 pt-3 pb-6">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          busy={busy}
          disabled={tooLong}
          onClick={() =>
            onSave({
              ...focus,
              ...(corners && { corners }),
              ...(alt.trim() && { alt: alt.trim() }),
            })
          }
        >
          Save Details
        </Button>
      </div>
    </div>
  );
}
