import { type PointerEvent, useRef, useState } from 'react';
import { useWindowEvent } from '#ui/hooks/use-window-event.ts';
import { moved } from './portfolio-list.ts';

interface Drag {
  url: string;
  startX: number;
  startY: number;
  /** Set once the pointer has moved far enough to mean it. */
  under: boolean;
  before: string[];
}

const THRESHOLD_PX = 6;

interface Options {
  order: string[];
  /** Null once nothing is dragged any more. */
  preview: (order: string[] | null) => void;
  commit: (order: string[]) => void;
}

/**
 * Sorting by pointer: the grid rearranges under the pointer, letting go saves, Escape puts everything back.
 * With a finger only handles drag, so that the page can still be scrolled over the pictures.
 */
export function useDrag({ order, preview, commit }: Options) {
  const drag = useRef<Drag | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  /** Set from the end of a drag until the click that follows it is over. */
  const ended = useRef(false);

  const stop = () => {
    drag.current = null;
    setDragged(null);
    preview(null);
  };

  useWindowEvent('keydown', ({ key }) => key === 'Escape' && stop(), dragged !== null);

  const down = (event: PointerEvent<HTMLElement>, url: string, handle: boolean) => {
    if (event.button !== 0 || (event.pointerType !== 'mouse' && !handle)) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = {
      url,
      startX: event.clientX,
      startY: event.clientY,
      under: false,
      before: order,
    };
  };

  const move = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current;
    if (!now) return;
    if (!now.under) {
      const far = Math.hypot(event.clientX - now.startX, event.clientY - now.startY);
      if (far < THRESHOLD_PX) return;
      now.under = true;
      setDragged(now.url);
    }
    const over = document.elementFromPoint(event.clientX, event.clientY);
    const target = over?.closest<HTMLElement>('[data-picture]')?.dataset.picture;
    if (!target || target === now.url) return;
    const to = order.indexOf(target);
    if (to >= 0) preview(moved(order, order.indexOf(now.url), to));
  };

  const up = () => {
    const now = drag.current;
    if (now?.under) {
      ended.current = true;
      setTimeout(() => {
        ended.current = false;
      });
    }
    if (now?.under && order.join('\n') !== now.before.join('\n')) commit(order);
    stop();
  };

  /** Pointer handlers for the picture of a tile, or for the handle on it. */
  const grip = (url: string, handle: boolean) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => down(event, url, handle),
    onPointerMove: move,
    onPointerUp: up,
    onPointerCancel: stop,
  });

  return { dragged, grip, hasDragged: () => ended.current };
}
