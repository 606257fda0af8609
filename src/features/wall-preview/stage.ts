import type { Point } from '#lib/homography.ts';
import { element } from './elements.ts';
import { createRenderer } from './gl-renderer.ts';
import { createMagnifier, type Room } from './magnifier.ts';
import { type Composition, cornersOf } from './picture/composition.ts';
import type { Sources } from './sources.ts';

const DENSEST = 2;

/** The photograph with the mural on it, as large as there is room, drawn anew at most once a frame. */
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
  let shown: Composition | null = null;
  /** As last laid out: asking for it while something moves would lay the page out at each move. */
  let room: Room = { width: 0, height: 0 };
  let frame = 0;

  function draw(): void {
    if (!shown || !host.isConnected || room.width === 0) return;
    const { wall } = sources;
    const dense = room.width * Math.min(DENSEST, devicePixelRatio);
    const width = Math.max(1, Math.round(Math.min(dense, wall.width)));
    const height = Math.max(1, Math.round((width * wall.height) / wall.width));
    const quad = cornersOf(shown);
    renderer.draw({ quad, strength: shown.strength, width, height });
    magnifier.draw(quad, room);
  }
  const schedule = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      draw();
    });
  };
  /** The graphics processor went away: where it is not back at once, so does the dialog, which keeps what was done in it. */
  function replace(): void {
    renderer.canvas.remove();
    try {
      renderer = place();
      draw();
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
      cancelAnimationFrame(frame);
      renderer.dispose();
    },
  };
}
