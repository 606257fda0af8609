// Apart from the schemas, so that a card in the browser does not bring zod along.

/** '1+ Year Experience', '12+ Years Experience'; null for none (section 2). */
export function experienceLabel(years: number | null): string | null {
  if (!years) return null;
  return years === 1 ? '1+ Year Experience' : `${years}+ Years Experience`;
}

/** What a card says of a rating, and what a screen reader does. */
interface RatingLabel {
  shown: string;
  spoken: string;
}

/**
 * One decimal and how many gave it, '4.9 (12)'; without a number where it was brought along from elsewhere. Null for
 * who has none yet, and is new here.
 */
export function ratingLabel(rating: number, reviews: number): RatingLabel | null {
  if (!(rating > 0)) return null;
  const value = rating.toFixed(1);
  return reviews > 0
    ? {
        shown: `${value} (${reviews})`,
        spoken:
          reviews === 1
            ? `Rated ${value} of 5 by 1 client`
            : `Rated ${value} of 5 by ${reviews} clients`,
      }
    : { shown: value, spoken: `Rated ${value} of 5` };
}

/** In the place of a rating. */
export const NEW_HERE = 'New here';
