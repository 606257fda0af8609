import type { Canvas } from '../canvas.ts';
import { calavera } from './calavera.ts';
import { arcs, facets, ribbons } from './geometric.ts';
import { sprayCan, throwUp, wildstyle } from './graffiti.ts';
import { downtown, hillCountry, longhorns, mission, riverWalk } from './landscape.ts';
import { ghostSign, neonSign, postcard, stacked } from './lettering.ts';
import { loteria } from './loteria.ts';
import { agaves, bluebonnets, garden, heronRiver, monarchs, neighbors, nopal } from './nature.ts';
import { marigolds, neighbor, planes } from './portrait.ts';
import { serape } from './serape.ts';
import { quilt, talavera } from './tiles.ts';

/** Everything the painter knows how to paint, by name. */
export const SUBJECTS = {
  quilt,
  arcs,
  serape,
  ribbons,
  facets,
  talavera,
  marigolds,
  planes,
  calavera,
  loteria,
  neighbor,
  postcard,
  stacked,
  ghostSign,
  neonSign,
  agaves,
  nopal,
  bluebonnets,
  monarchs,
  heronRiver,
  garden,
  neighbors,
  throwUp,
  wildstyle,
  sprayCan,
  mission,
  downtown,
  riverWalk,
  longhorns,
  hillCountry,
} as const satisfies Record<string, (c: Canvas, words: readonly string[]) => string>;

export type SubjectName = keyof typeof SUBJECTS;
