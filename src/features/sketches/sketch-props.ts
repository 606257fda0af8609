import type { JobKey } from './sketches.api.ts';

export interface SketchProps {
  job: JobKey;
  /** The photos of the wall, for whoever lays sketches on them: their paths. */
  walls?: () => Promise<string[]>;
}
