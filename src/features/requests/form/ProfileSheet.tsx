import { useCallback } from 'react';
import { WRITTEN } from '#config/language.ts';
import { paths } from '#config/paths.ts';
import { experienceLabel } from '#features/artists/artist-labels.ts';
import { Rating } from '#features/artists/Rating.tsx';
import { usuallyAnswers } from '#features/artists/trust-facts.ts';
import { SmallCopy } from '#features/pictures/chosen/SmallCopy.tsx';
import { dollars } from '#lib/format.ts';
import { placeLabel } from '#lib/place.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import type { Match } from '../lead.ts';
import { quoteTools } from './use-artist-choice.ts';

interface ProfileSheetProps {
  match: Match;
  selected: boolean;
  onSelect: (selected: boolean) => void;
  onClose: () => void;
}

/** What the artist's page shows, over the choice of artists, so that nobody has to leave it to look. */
export function ProfileSheet({ match, selected, onSelect, onClose }: ProfileSheetProps) {
  const { slug, name } = match;
  const load = useCallback(async () => (await quoteTools()).publicArtistProfile(slug), [slug]);
  const { data, failed, reload } = useLoad(load);
  const facts = data
    ? [
        placeLabel(data.city, data.state),
        experienceLabel(data.years_experience),
        usuallyAnswers(data.answer_hours),
        data.minimum_price && `Walls from ${dollars(data.minimum_price)}`,
      ].filter(Boolean)
    : [];
  return (
    <Dialog
      open
      onClose={onClose}
      title={name}
      footer={
        <>
          <ButtonLink href={paths.artist(slug)} target="_blank" variant="ghost">
            Full Profile<span className="sr-only"> (opens a new tab)</span>
          </ButtonLink>
          <Button
            onClick={() => {
              onSelect(!selected);
              onClose();
            }}
          >
            {selected ? 'Don’t Send to This Artist' : 'Choose This Artist'}
          </Button>
        </>
      }
    >
      {failed && <LoadFailed text="The profile didn’t load." onRetry={reload} />}
      {!data && !failed && <Skeleton className="h-80" />}
      {data && (
        <div className="flex flex-col gap-4">
          <p className="font-semibold">
            <Rating rating={data.average_rating} reviews={data.review_count} />
          </p>
          {facts.length > 0 && <p className="text-ink-2">{facts.join(' · ')}</p>}
          {data.bio && (
            <p lang={WRITTEN} className="whitespace-pre-line wrap-anywhere">
              {data.bio}
            </p>
          )}
          <ul aria-label="Photos of their work" className="grid grid-cols-2 gap-2 empty:hidden">
            {data.portfolio_images.map((url) => (
              <li key={url}>
                <SmallCopy
                  url={url}
                  alt={data.picture_details[url]?.alt ?? ''}
                  sizes="(min-width: 640px) 290px, 42vw"
                  className="aspect-4/3 w-full rounded-control bg-line object-cover"
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}
