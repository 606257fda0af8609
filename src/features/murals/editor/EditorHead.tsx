import { paths } from '#config/paths.ts';
import { wordFor } from '#lib/options.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { UNTITLED } from '../mural.ts';
import type { OwnMural } from '../mural-form.ts';
import { MuralStateBadge } from './MuralStateBadge.tsx';

interface Props {
  mural: OwnMural;
  /** As it is typed. */
  title: string;
  onBack: () => void;
}

/** The way back, how far the mural is, and its title. */
export function EditorHead({ mural, title, onBack }: Props) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink
          variant="ghost"
          size="sm"
          href={paths.dashboard('artist', 'murals')}
          onClick={(event) => {
            event.preventDefault();
            onBack();
          }}
        >
          <span aria-hidden="true">←</span> Work
        </ButtonLink>
        <MuralStateBadge mural={mural} />
        {mural.public_visible && (
          <a href={paths.mural(mural.slug)} className="font-semibold underline underline-offset-4">
            View page
          </a>
        )}
      </div>
      <h2 className="-mt-4 font-display text-3xl wrap-anywhere sm:text-4xl">
        {wordFor(title.trim() || UNTITLED)}
      </h2>
      {mural.hidden_at && (
        <p role="status" className="rounded-card border border-danger bg-paper-2 p-4 wrap-anywhere">
          <strong>This mural was taken down by an admin.</strong> <span>{mural.hidden_reason}</span>
        </p>
      )}
    </>
  );
}
