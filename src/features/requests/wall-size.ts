import type { SizeSource } from '#lib/options.ts';
import { sizeLabel } from '#lib/size-label.ts';
import type { ShownDetails } from './lead-details.ts';

/** How far a size can be trusted, in the words of its reader. */
const SHOWN: Record<SizeSource, (size: string) => string> = {
  typed: (size) => size,
  like: (size) => `About ${size}`,
};

/** The size of a wall as it was given, and how it is known; what was written where there are no numbers. */
export function wallSize(
  written: string | null,
  details: Pick<ShownDetails, 'size_source' | 'width_ft' | 'height_ft'> | null,
): string | null {
  if (!details?.size_source) return written && sizeLabel(written);
  const size = written ?? `${details.width_ft} x ${details.height_ft} ft`;
  return SHOWN[details.size_source](sizeLabel(size));
}
