import { useState } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { OwnPicture } from '#features/pictures/OwnPicture.tsx';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/Dialog.tsx';

interface Props {
  open: boolean;
  artist: Artist;
  /** Pictures that are there already. */
  taken?: readonly string[];
  /** How many may be chosen. */
  most?: number;
  busy?: boolean;
  confirmLabel: string;
  onChoose: (pictures: string[]) => void;
  onClose: () => void;
}

/** Pictures of the portfolio, to be pressed in the order in which a mural shows them. */
export function PortfolioChooser({ open, onClose, ...rest }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Choose portfolio photos"
      className="w-[min(56rem,calc(100vw-2rem))]"
    >
      {open && <Choice onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function Choice(props: Omit<Props, 'open'>) {
  const { artist, taken = [], most = LIMITS.muralGallery, busy, confirmLabel } = props;
  const [chosen, setChosen] = useState<string[]>([]);
  const free = artist.portfolio_images.filter((url) => !taken.includes(url));
  const press = (url: string) =>
    setChosen((now) =>
      now.includes(url)
        ? now.filter((one) => one !== url)
        : now.length < most
          ? [...now, url]
          : now,
    );
  return (
    <div className="flex flex-col gap-5">
      <p className="text-ink-2">
        {free.length > 0
          ? `Tap up to ${most}${taken.length > 0 ? '' : ', cover first'}.`
          : 'All photos of your portfolio are there already.'}
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3">
        {free.map((url) => {
          const number = artist.portfolio_images.indexOf(url) + 1;
          const place = chosen.indexOf(url) + 1;
          return (
            <li key={url}>
              <button
                type="button"
                aria-pressed={place > 0}
                aria-label={`Portfolio photo ${number}`}
                onClick={() => press(url)}
                className={cx(
                  'relative block aspect-square w-full cursor-pointer overflow-hidden rounded-control border-4 bg-line',
                  place > 0 ? 'border-brand' : 'border-transparent',
                )}
              >
                <OwnPicture url={url} alt="" className="size-full object-cover" />
                {place > 0 && (
                  <span className="absolute top-1 left-1 rounded-full bg-night px-2.5 py-0.5 font-semibold text-plaster text-sm">
                    {place}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      <div className="sticky bottom-0 flex flex-wrap justify-end gap-3 bg-paper py-3">
        <Button variant="secondary" onClick={props.onClose}>
          Cancel
        </Button>
        <Button busy={busy} disabled={chosen.length === 0} onClick={() => props.onChoose(chosen)}>
          {confirmLabel}
        </Button>
      </div>
    </div>
  );
}
