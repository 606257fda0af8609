import type { AssignmentKey } from '#lib/assignment-key.ts';

export interface SketchProps {
  job: AssignmentKey;
  /** The photos of the wall, for whoever lays sketches on them: their paths. */
  walls?: () => Promise<string[]>;
}
