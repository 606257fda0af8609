/** Room within the 16 ms of a frame for what the browser itself has to do. */
const GOAL_MS = 7;

/** Apart by more than this, frames of a graphics processor were late. */
const LATE_MS = 22;
const ROUGHEST = 0.2;

/**
 * How many pixels a frame may have while something moves, as a share of each side: as many as this device draws in time.
 * The processor's own drawing is timed; a graphics processor works apart, and is late when frames are.
 */
export function createPace(kind: 'webgl' | 'canvas') {
  let scale = kind === 'canvas' ? 0.5 : 1;
  let slow = 0;
  let last = 0;
  const coarser = (by: number) => {
    slow = 0;
    scale = Math.max(ROUGHEST, scale * by);
  };
  return {
    scale: () => scale,
    time(fine: boolean, work: () => void) {
      const start = performance.now();
      work();
      const took = performance.now() - start;
      const apart = last ? start - last : 0;
      last = start;
      if (fine) return;
      const late = kind === 'canvas' ? took > GOAL_MS : apart > LATE_MS;
      slow = late ? slow + 1 : 0;
      // Once may be anything; a canvas says at once by how much it was too slow.
      if (kind === 'canvas' && slow > 1) coarser(Math.sqrt(GOAL_MS / took));
      else if (slow > 3) coarser(0.75);
    },
    /** What comes next is not late, it is new. */
    rest() {
      last = 0;
      slow = 0;
    },
  };
}
