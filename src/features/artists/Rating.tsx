import { NEW_HERE, ratingLabel } from './artist-labels.ts';

interface RatingProps {
  rating: number;
  /** How many gave it; 0 where it was brought along from elsewhere. */
  reviews: number;
}

/** '★ 4.9 (12)' in one line of a card, and a sentence for who hears it. */
export function Rating({ rating, reviews }: RatingProps) {
  const label = ratingLabel(rating, reviews);
  if (!label) return <span>{NEW_HERE}</span>;
  return (
    <span>
      <span aria-hidden="true">
        <span className="text-clay">★ </span>
        <span>{label.shown}</span>
      </span>
      <span className="sr-only">{label.spoken}</span>
    </span>
  );
}
