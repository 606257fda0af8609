import { SmallPicture } from './SmallPicture.tsx';
import type { ChosenPicture } from './use-chosen-pictures.ts';

interface Props {
  /** What they go with: 'Pictures for this message'. */
  label: string;
  pictures: readonly ChosenPicture[];
  problems: readonly string[];
  onRemove: (id: number) => void;
}

/** What goes with the text that is being typed, small, and what could not be taken. */
export function ChosenPictures({ label, pictures, problems, onRemove }: Props) {
  return (
    <>
      {pictures.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-2">
          {pictures.map(({ id, url }, n) => (
            <li key={id}>
              <SmallPicture
                url={url}
                alt={`To be sent: ${n + 1} of ${pictures.length}`}
                remove={`Remove photo ${n + 1}`}
                onRemove={() => onRemove(id)}
              />
            </li>
          ))}
        </ul>
      )}
      <div role="alert" className="font-medium text-danger text-sm wrap-anywhere empty:hidden">
        {problems.map((problem, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
          <p key={at}>{problem}</p>
        ))}
      </div>
    </>
  );
}
