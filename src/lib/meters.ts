import { LANGUAGE, LOCALE } from '#config/language.ts';

/** Of one meter. */
export const METER_FT = 3.28084;

/** '≈ 6.1 × 3 m', to stand beside feet that a person types on Spanish pages; nothing in English, or for what is no size. */
export function besideFeet(...feet: number[]): string | undefined {
  if (LANGUAGE === 'en' || !feet.every((side) => side > 0)) return;
  const meters = (side: number) =>
    (side / METER_FT).toLocaleString(LOCALE, { maximumFractionDigits: 1 });
  return `≈ ${feet.map(meters).join(' × ')} m`;
}
