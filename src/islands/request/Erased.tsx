import { paths } from '#config/paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

/** Nothing is left to show. */
export function Erased() {
  return (
    <div role="status">
      <EmptyState
        title="Your request is erased"
        action={<ButtonLink href={paths.home}>Back to Home</ButtonLink>}
      >
        Nothing of it is kept, here or with the artists.
      </EmptyState>
    </div>
  );
}
