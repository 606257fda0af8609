import type { Hex } from './color.ts';

/** Colours of one mural: a ground, a dark for outlines, a light for highlights, and what sings on top. */
export interface Palette {
  ground: Hex;
  dark: Hex;
  light: Hex;
  accents: readonly [Hex, Hex, Hex, Hex, Hex];
}

/** Mixed from what San Antonio looks like: papel picado, clay, agave, the river, marigolds, night. */
export const PALETTES = {
  fiesta: {
    ground: '#fbe3c0',
    dark: '#2a1647',
    light: '#fff4dc',
    accents: ['#e5147d', '#f9a51a', '#00a39a', '#f1502f', '#6a35a0'],
  },
  terracotta: {
    ground: '#f1d3a6',
    dark: '#3a1a1c',
    light: '#fdf0d8',
    accents: ['#c4532b', '#e89a4f', '#2f6f62', '#8e2f2b', '#d9b25f'],
  },
  river: {
    ground: '#dcead9',
    dark: '#0a2a3b',
    light: '#fbf4df',
    accents: ['#0e6579', '#1aa5a0', '#f2973f', '#8fd3c0', '#e8584f'],
  },
  dusk: {
    ground: '#3a2260',
    dark: '#1b1038',
    light: '#ffe9c4',
    accents: ['#d8527b', '#f79a56', '#ffd07a', '#7d4aa5', '#3d9c8b'],
  },
  bluebonnet: {
    ground: '#e6ecf5',
    dark: '#18244f',
    light: '#fffaf0',
    accents: ['#3450a8', '#5f83d6', '#edb23f', '#5c9150', '#d9577a'],
  },
  desert: {
    ground: '#f6d3b5',
    dark: '#3b2f4a',
    light: '#fff3e3',
    accents: ['#e0704f', '#80b398', '#f0c274', '#b03a52', '#52688f'],
  },
  neon: {
    ground: '#141238',
    dark: '#080720',
    light: '#f6f7ff',
    accents: ['#f72585', '#45c8f1', '#ffd51a', '#7a2fe0', '#3fe0a5'],
  },
  mercado: {
    ground: '#fff1d6',
    dark: '#2a244b',
    light: '#fff9ea',
    accents: ['#d6243c', '#f3703a', '#1b998b', '#f7c548', '#3b6fb5'],
  },
  mission: {
    ground: '#e7dcc6',
    dark: '#2e2a26',
    light: '#faf5ea',
    accents: ['#b0643a', '#6f8a86', '#d5a55a', '#43585f', '#a23b35'],
  },
  agave: {
    ground: '#e8efd8',
    dark: '#12312f',
    light: '#fbfbec',
    accents: ['#2f7d68', '#86b86b', '#e35d8a', '#f3b33e', '#145a63'],
  },
  candy: {
    ground: '#ffd9d2',
    dark: '#46204f',
    light: '#fff6ef',
    accents: ['#ff6f91', '#ffc145', '#4fb7b0', '#9b6bd3', '#ff8f5a'],
  },
  night: {
    ground: '#16284f',
    dark: '#0a1430',
    light: '#fdf0cf',
    accents: ['#f5b83d', '#e2604a', '#3aa5a6', '#3d62b3', '#e97fa5'],
  },
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof PALETTES;
