/** Apart by more than this, frames were late. */
const LATE_MS = 22;
const ROUGHEST = 0.2;

/** How many pixels a frame may have while something moves, as a share of each side: as many as this device draws in time. */
export function createPace() {
  let scale = 1;
  let slow = 0;
  let last = 0;
  return {
    scale: () => scale,
    time(fine: boolean, work: () => void) {
      const start = performance.now();
      work();
      const apart = last ? start - last : 0;
      last = start;
      if (fine) return;
      slow = apart > LATE_MS ? slow + 1 : 0;
      // Once may be anything.
      if (slow > 3) {
        slow = 0;
        scale = Math.max(ROUGHEST, scale * 0.75);
      }
    },
    /** What comes next is not late, it is new. */
    rest() {
      last = 0;
      slow = 0;
    },
  };
}
