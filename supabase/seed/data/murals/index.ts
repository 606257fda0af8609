import type { MuralSeed } from '../types.ts';
import { REGION_MURALS } from './region.ts';
import { SAN_ANTONIO_MURALS } from './san-antonio.ts';

export const MURALS: readonly MuralSeed[] = [...SAN_ANTONIO_MURALS, ...REGION_MURALS];
