import { flushSync } from 'react-dom';

/**
 * Moves the tile `id` of a list by `move` and gives the focus back to its button `name`, since moving an element in the
 * document takes the focus from it. All within the press: a frame later the reader may have gone on to another button,
 * and the next key would meet this one.
 */
export function moveTile(
  list: HTMLElement | null,
  id: string,
  name: 'earlier' | 'later',
  move: () => void,
): void {
  flushSync(move);
  const tile = list?.querySelector(`[data-picture="${CSS.escape(id)}"]`);
  tile?.querySelector<HTMLElement>(`[data-move="${name}"]`)?.focus();
}
