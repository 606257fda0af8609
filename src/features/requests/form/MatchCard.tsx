import { Rating } from '#features/artists/Rating.tsx';
import { SmallCopy } from '#features/pictures/chosen/SmallCopy.tsx';
import { MATCH_CARD_IMAGES, MATCH_CARD_STYLES } from '#lib/limits.ts';
import { wordFor } from '#lib/options.ts';
import { placeLabel, stateCode } from '#lib/place.ts';
import { namedOnly } from '#lib/style.ts';
import { Badge } from '#ui/Badge.tsx';
import { Checkbox } from '#ui/forms/toggles.tsx';
import type { Match } from '../lead.ts';
import { reasonOf } from '../match-reason.ts';

const SIZES = '(min-width: 1024px) 360px, (min-width: 640px) 46vw, 92vw';
const HALF_SIZES = '(min-width: 1024px) 180px, (min-width: 640px) 23vw, 46vw';

interface MatchCardProps {
  match: Match;
  selected: boolean;
  onSelect: (selected: boolean) => void;
  onOpen: () => void;
}

/** One suggested artist with a checkbox: up to 4 styles and 2 images (specification, section 9). Pictures and name open the profile too. */
export function MatchCard({ match, selected, onSelect, onOpen }: MatchCardProps) {
  const place = placeLabel(match.city, stateCode(match.state) ?? match.state);
  const reason = reasonOf(match);
  const styles = namedOnly(match.styles).slice(0, MATCH_CARD_STYLES);
  return (
    <li className="relative flex flex-col overflow-hidden rounded-card border-2 border-line bg-paper-2 shadow-card has-checked:border-brand has-focus-visible:outline-3 has-focus-visible:outline-brand">
      {/* Above the checkbox, whose target is the whole card; the keyboard has the button below. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as said */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as said */}
      <div className="relative z-1 cursor-pointer" onClick={onOpen}>
        <MatchPictures match={match} />
        <h2 className="px-4 pt-4 font-display text-xl wrap-anywhere">{match.name}</h2>
      </div>
      <div className="flex flex-1 flex-col gap-2 px-4 pt-2 pb-4">
        {match.featured && <span className="badge-featured w-fit">⭐ Featured</span>}
        <p className="flex flex-wrap gap-x-3 text-ink-2 text-sm">
          {place && <span>{place}</span>}
          <Rating rating={match.average_rating} reviews={match.review_count} />
        </p>
        {reason && (
          <p className="border-brand border-l-3 pl-3 text-sm wrap-anywhere">
            <span className="sr-only">Why: </span>
            <span>{reason}</span>
          </p>
        )}
        {styles.length > 0 && (
          <ul aria-label="Styles" className="flex flex-wrap gap-1.5">
            {styles.map((style, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a style may be listed twice
              <li key={place}>
                <Badge>{wordFor(style)}</Badge>
              </li>
            ))}
          </ul>
        )}
        <Checkbox
          label={`Select ${match.name}`}
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
          // The whole card is the target.
          className="mt-auto pt-2 font-semibold after:absolute after:inset-0"
        />
        <button
          type="button"
          aria-label={`View Profile of ${match.name}`}
          onClick={onOpen}
          className="relative z-1 min-h-11 self-start underline underline-offset-4"
        >
          View Profile
        </button>
      </div>
    </li>
  );
}

function MatchPictures({ match }: { match: Match }) {
  const portfolio = match.portfolio_images.slice(0, MATCH_CARD_IMAGES);
  const images =
    portfolio.length > 0 ? portfolio : match.profile_photo ? [match.profile_photo] : [];
  if (images.length === 0) {
    return <p className="grid aspect-3/2 place-items-center bg-line/40 text-ink-2">No images</p>;
  }
  return (
    <div className="grid aspect-3/2 auto-cols-fr grid-flow-col gap-0.5 bg-line">
      {images.map((src) => (
        <SmallCopy
          key={src}
          url={src}
          alt=""
          sizes={images.length > 1 ? HALF_SIZES : SIZES}
          className="size-full min-h-0 object-cover"
        />
      ))}
    </div>
  );
}
