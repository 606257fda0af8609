// Apart from the schemas, so that a card in the browser does not bring zod along.

/** '1+ Year Experience', '12+ Years Experience'; null for none (section 2). */
export function experienceLabel(years: number | null): string | null {
  if (!years) return null;
  return `${years}+ ${years === 1 ? 'Year' : 'Years'} Experience`;
}

/** One decimal, and only above zero (sections 2 and 9). */
export function ratingLabel(rating: number | null): string | null {
  return rating && rating > 0 ? rating.toFixed(1) : null;
}
