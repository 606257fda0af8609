import { Button } from '#ui/Button.tsx';
import type { Sorting } from './use-sortable.ts';

interface Props {
  grid: Sorting;
  id: string;
  /** What a screen reader calls the tile: 'picture 2'. */
  name: string;
}

const MOVES = [
  { way: 'earlier', by: -1, arrow: '←' },
  { way: 'later', by: 1, arrow: '→' },
] as const;

/** Moves a tile without dragging, one position a press. */
export function MoveButtons({ grid, id, name }: Props) {
  const at = grid.order.indexOf(id);
  return MOVES.map(({ way, by, arrow }) => (
    <Button
      key={way}
      variant="ghost"
      size="sm"
      data-move={way}
      disabled={at + by < 0 || at + by >= grid.order.length}
      aria-label={`Move ${name} ${way}`}
      onClick={() => grid.step(id, at + by, way)}
    >
      <span aria-hidden="true">{arrow}</span>
    </Button>
  ));
}
