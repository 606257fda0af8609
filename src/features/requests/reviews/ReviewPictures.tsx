import { ChosenPictures } from '#features/pictures/chosen/ChosenPictures.tsx';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { SmallPicture } from '#features/pictures/chosen/SmallPicture.tsx';
import type { useChosenPictures } from '#features/pictures/chosen/use-chosen-pictures.ts';
import { CHOSEN_TYPES } from '#features/pictures/upload.ts';
import { LIMITS } from '#lib/limits.ts';

interface Props extends ShownProps {
  chosen: ReturnType<typeof useChosenPictures>;
}

/** The pictures of a review, those it has already and new ones. */
export function ReviewPictures({ shown, onShown, chosen }: Props) {
  return (
    <div className="flex flex-col items-start gap-3">
      <ShownPictures shown={shown} onShown={onShown} />
      <ChosenPictures
        label="Photos for your review"
        pictures={chosen.pictures}
        problems={chosen.problems}
        onRemove={chosen.remove}
      />
      <FilePicker
        label="Add Photos of the Wall"
        accept={CHOSEN_TYPES}
        multiple
        disabled={shown.length + chosen.pictures.length >= LIMITS.reviewPictures}
        onFiles={chosen.add}
      />
    </div>
  );
}

interface ShownProps {
  /** Those that the review has already. */
  shown: readonly string[];
  onShown: (shown: string[]) => void;
}

function ShownPictures({ shown, onShown }: ShownProps) {
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Photos of your review" className="flex flex-wrap gap-2">
      {shown.map((url, n) => (
        <li key={url}>
          <SmallPicture
            url={url}
            alt={`The wall, ${n + 1} of ${shown.length}`}
            remove={`Remove photo ${n + 1} of the review`}
            onRemove={() => onShown(shown.filter((other) => other !== url))}
          />
        </li>
      ))}
    </ul>
  );
}
