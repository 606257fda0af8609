import { type ReactElement, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';

/** A photo that can be chosen. */
interface Choosable {
  id: string;
  /** 'Portfolio photo 3'. */
  name: string;
  image: ReactElement;
  /** Whether it may not be chosen. */
  closed?: boolean;
}

interface Props {
  open: boolean;
  title: string;
  /** What is said where nothing is left to choose. */
  none: string;
  /** What else there is to know. */
  hint?: string | undefined;
  photos: readonly Choosable[];
  /** Those that are chosen at the beginning. */
  first?: readonly string[];
  /** How many may be chosen. */
  most: number;
  busy?: boolean;
  onChoose: (ids: string[]) => void;
  onClose: () => void;
}

/** Photos for a mural, to be tapped in the order in which it shows them. */
export function PhotoChooser(props: Props) {
  const { open, title, none, hint, photos, first = [], most, busy, onChoose, onClose } = props;
  const [pressed, setChosen] = useState<string[] | null>(null);
  const chosen = pressed ?? first.slice(0, most);
  const close = () => {
    setChosen(null);
    onClose();
  };
  const press = (id: string) =>
    setChosen(
      chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(0, most),
    );
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      className="w-[min(56rem,calc(100vw-2rem))]"
      action={
        <Button
          busy={busy}
          disabled={chosen.length === 0}
          onClick={() => {
            onChoose(chosen);
            setChosen(null);
          }}
        >
          Add Photos
        </Button>
      }
    >
      <p className="mb-5 text-ink-2">
        <span>{photos.length > 0 ? `Tap up to ${most}.` : none}</span> <span>{hint}</span>
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3">
        {photos.map(({ id, name, image, closed }) => {
          const place = chosen.indexOf(id) + 1;
          return (
            <li key={id}>
              <button
                type="button"
                disabled={closed}
                aria-pressed={place > 0}
                aria-label={place > 0 ? `${name}, number ${place}` : name}
                onClick={() => press(id)}
                className={cx(
                  'relative block aspect-square w-full cursor-pointer overflow-hidden rounded-control border-4 bg-line *:size-full *:object-cover disabled:cursor-not-allowed disabled:opacity-40',
                  place > 0 ? 'border-brand' : 'border-transparent',
                )}
              >
                {image}
                {place > 0 && (
                  <span className="absolute top-1 left-1 size-auto! rounded-full bg-night px-2.5 py-0.5 font-semibold text-plaster text-sm">
                    {place}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
