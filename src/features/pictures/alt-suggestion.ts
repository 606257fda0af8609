import { beginning } from '#lib/graphemes.ts';
import { LIMITS } from '#lib/limits.ts';
import { innerLabel, optionLabel, wordFor } from '#lib/options.ts';
import { namedOnly } from '#lib/style.ts';
import { charLength } from '#lib/text.ts';

export interface KnownOfPicture {
  title?: string | null;
  styles?: readonly string[];
  surface?: string | null;
  city?: string | null;
  /** Who painted it; said where there is no title. */
  artist?: string;
  /** What of the wall it shows. */
  view?: 'whole' | 'detail';
}

/**
 * What a picture's alternative text could be: 'Mural “Loteria” in Chicano Art style, brick wall, San Antonio'. An artist
 * takes it by a press, or says more. What would make it too long is left out, the last first.
 */
export function suggestedAlt({ view = 'whole', city, ...known }: KnownOfPicture): string {
  const mural = muralOf(known) + styleOf(known);
  const shown = view === 'detail' ? `Detail of the ${mural}` : capital(mural);
  const parts = [shown, wallOf(known), city?.trim()].filter(Boolean);
  while (parts.length > 1 && charLength(parts.join(', ')) > LIMITS.pictureAlt) parts.pop();
  return beginning(parts.join(', '), LIMITS.pictureAlt);
}

function muralOf({ title, artist }: KnownOfPicture): string {
  const name = title?.trim();
  if (name) return `mural “${name}”`;
  return artist ? `mural by ${artist}` : 'mural';
}

function styleOf({ styles = [] }: KnownOfPicture): string {
  const [style] = namedOnly(styles).filter((one) => one.trim());
  return style ? ` in ${innerLabel(optionLabel(style.trim()))} style` : '';
}

function wallOf({ surface }: KnownOfPicture): string | null {
  const of = surface?.trim().toLowerCase();
  if (!of || of === 'other') return null;
  return of.endsWith('wall') ? of : `${wordFor(of).toLowerCase()} wall`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
