import type { Point } from '#lib/homography.ts';
import { element } from './elements.ts';
import { createRenderer } from './gl-renderer.ts';
import { createMagnifier, type Room } from './magnifier.ts';
import { createPace } from './pace.ts';
import { type Composition, cornersOf } from './picture/composition.ts';
import type { Sources } from './sources.ts';

/** A picture that has not moved for so long is drawn finely. */
const SETTLE_MS = 120;
const DENSEST = 2;

/**
 * The photograph with the mural on it, as large as there is room. While something moves it is drawn as well as the
 * device can within a frame, and finely when it stands still.
 */
export function createStage(sources: Sources, onFailed: () => void) {
  const host = element('div', { className: 'wall-stage' });
  host.style.setProperty('--ratio', `${sources.wall.width / sources.wall.height}`);
  const magnifier = createMagnifier(sources.wall);
  const place = () => {
    const made = createRenderer(sources, replace);
    made.canvas.ariaHidden = 'true';
    host.prepend(made.canvas);
    return made;
  };
  let renderer = place();
  const pace = createPace();
  let shown: Composition | null = null;
  /** As last laid out: asking for it while something moves would lay the page out at each move. */
  let room: Room = { width: 0, height: 0 };
  let frame = 0;
  let settling: ReturnType<typeof setTimeout> | undefined;

  function draw(fine: boolean): void {
    if (!shown || !host.isConnected || room.width === 0) return;
    const width = room.width * Math.min(DENSEST, devicePixelRatio) * (fine ? 1 : pace.scale());
    const sharp = Math.max(1, Math.round(Math.min(width, sources.wall.width)));
    const { strength } = shown;
    const quad = cornersOf(shown);
    pace.time(fine, () => {
      renderer.draw({
        quad,
        strength,
        fine,
        width: sharp,
        height: Math.max(1, Math.round((sharp * sources.wall.height) / sources.wall.width)),
      });
      magnifier.draw(quad, room);
    });
  }
  const settle = () => {
    pace.rest();
    draw(true);
  };
  const schedule = () => {
    clearTimeout(settling);
    settling = setTimeout(settle, SETTLE_MS);
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      draw(false);
    });
  };
  /** The graphics processor went away: where it is not back at once, so does the dialog, which keeps what was done in it. */
  function replace(): void {
    renderer.canvas.remove();
    try {
      renderer = place();
      draw(true);
    } catch (error) {
      console.error(error);
      onFailed();
    }
  }
  const watch = new ResizeObserver(([entry]) => {
    if (entry) room = entry.contentRect;
    schedule();
  });
  watch.observe(host);
  host.append(magnifier.element);

  return {
    element: host,
    room: () => (room.width > 0 ? room : { width: host.clientWidth, height: host.clientHeight }),
    show(composition: Composition) {
      shown = composition;
      schedule();
    },
    /** Shows what is around this place, in shares of the photograph, until told otherwise. */
    magnify(at: Point | null) {
      magnifier.move(at);
      schedule();
    },
    dispose() {
      watch.disconnect();
      clearTimeout(settling);
      cancelAnimationFrame(frame);
      renderer.dispose();
    },
  };
}
