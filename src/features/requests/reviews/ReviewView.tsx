import { plural } from '#lib/format.ts';
import { When } from '#ui/When.tsx';
import { authorLabel, MOST_STARS, type OwnReview, starsLabel } from './review.ts';

interface Props {
  review: OwnReview;
  /** Whose reply it is, as the reader calls them. */
  artist: string;
  /** Why nobody else sees it yet. */
  note: string | null;
}

/** A review with its reply, as the two sides of its request see it. */
export function ReviewView({ review, artist, note }: Props) {
  const { rating, body, pictures, reply, replied_at, hidden_reason } = review;
  return (
    <div className="flex flex-col gap-4">
      {hidden_reason && (
        <p
          role="status"
          className="rounded-card border-2 border-danger px-4 py-3 wrap-anywhere"
        >{`This review is hidden. The reason: ${hidden_reason}`}</p>
      )}
      {note && !hidden_reason && (
        <p role="status" className="rounded-card bg-paper-2 px-4 py-3 wrap-anywhere">
          {note}
        </p>
      )}
      <figure className="flex flex-col gap-2">
        <p role="img" aria-label={starsLabel(rating)} className="text-clay text-xl">
          <span>{'★'.repeat(rating)}</span>
          <span className="text-ink-2">{'☆'.repeat(MOST_STARS - rating)}</span>
        </p>
        <blockquote className="max-w-prose whitespace-pre-line wrap-anywhere">{body}</blockquote>
        {/* Nobody can open them before everybody can. */}
        {pictures.length > 0 && note && (
          <p className="text-ink-2 text-sm">
            {plural(
              pictures.length,
              'photo will show with the review.',
              'photos will show with the review.',
            )}
          </p>
        )}
        {pictures.length > 0 && !note && (
          <ul className="flex flex-wrap gap-2">
            {pictures.map((url, n) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noreferrer" className="block">
                  <img
                    src={url}
                    alt={`The wall, ${n + 1} of ${pictures.length}`}
                    className="size-28 rounded-control bg-line object-cover"
                  />
                </a>
              </li>
            ))}
          </ul>
        )}
        <figcaption className="text-ink-2 text-sm wrap-anywhere">
          <span>{authorLabel(review)}</span> · <When iso={review.created_at} />
        </figcaption>
      </figure>
      {reply && replied_at && (
        <figure className="ms-4 flex flex-col gap-1 border-line border-s-2 ps-4">
          <blockquote className="max-w-prose whitespace-pre-line wrap-anywhere">{reply}</blockquote>
          <figcaption className="text-ink-2 text-sm wrap-anywhere">
            <span>{artist}</span> · <When iso={replied_at} />
          </figcaption>
        </figure>
      )}
    </div>
  );
}
