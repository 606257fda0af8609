import { Button, ButtonLink, SmallButton } from '#ui/Button.tsx';
import { LiveRegion } from '#ui/LiveRegion.tsx';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { OwnPicture } from '../OwnPicture.tsx';
import type { Sorting } from './use-sortable.ts';

/** What can be done with a tile: a press, or a link to where it is done. */
export type TileAction = { label: string; danger?: true } & (
  | { onPress: () => void }
  | { href: string }
);

interface Props {
  grid: Sorting;
  /** The tile; null while none is open. */
  id: string | null;
  /** What it is called beside its position, where it has a name of its own. */
  title?: string | undefined;
  picture: string | null;
  actions: readonly TileAction[];
  onClose: () => void;
}

/** Everything that can be done with one tile of a sortable grid: its place, which a press changes, and what it is for. */
export function TileSheet({ grid, id, onClose, ...rest }: Props) {
  const at = id === null ? -1 : grid.order.indexOf(id);
  return (
    <Dialog
      open={at >= 0}
      onClose={onClose}
      title={rest.title ?? `${grid.noun} ${at + 1} of ${grid.order.length}`}
      className="max-w-sm"
    >
      {id !== null && <Sheet grid={grid} id={id} at={at} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

type SheetProps = Omit<Props, 'id' | 'title'> & { id: string; at: number };

function Sheet({ grid, id, at, picture, actions, onClose }: SheetProps) {
  const last = grid.order.length - 1;
  const moves = [
    { label: 'Make First', to: 0, off: at === 0 },
    { label: '↑ Earlier', to: at - 1, off: at === 0 },
    { label: '↓ Later', to: at + 1, off: at === last },
  ];
  return (
    <div className="flex flex-col gap-3">
      <LiveRegion text={grid.news} />
      {picture && (
        <OwnPicture
          url={picture}
          alt=""
          widest={320}
          className="h-48 w-full rounded-control bg-line object-contain"
        />
      )}
      {last > 0 && (
        <div className="grid grid-cols-3 gap-2">
          {moves.map(({ label, to, off }) => (
            <SmallButton
              key={label}
              className="min-h-11 px-1"
              disabled={off}
              onClick={() => {
                grid.step(id, to);
                if (to === 0) onClose();
              }}
            >
              {label}
            </SmallButton>
          ))}
        </div>
      )}
      {actions.map(({ label, danger, ...does }) =>
        'href' in does ? (
          <ButtonLink key={label} variant="secondary" href={does.href}>
            {label}
          </ButtonLink>
        ) : (
          <Button
            key={label}
            variant={danger ? 'danger' : 'secondary'}
            onClick={() => {
              onClose();
              does.onPress();
            }}
          >
            {label}
          </Button>
        ),
      )}
    </div>
  );
}
