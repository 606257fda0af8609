import type { Mural } from './mural.ts';

/** Another mural near one, and how far it is; less than exact where one of them has no point of its own. */
export interface NearMural {
  mural: Mural;
  miles: number;
}
