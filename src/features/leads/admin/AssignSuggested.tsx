import type { Suggestion } from '#features/artists/admin/artist-choice.ts';
import { Button } from '#ui/Button.tsx';
import { useAssign } from './use-assign.ts';

interface Props {
  leadId: string;
  artist: Suggestion;
  /** Beside another button it is the first one; in a list there are many. */
  variant?: 'primary' | 'secondary';
  onChanged: () => void;
}

/** Gives a lead to the artist who suits it best, in one press. */
export function AssignSuggested({ leadId, artist, variant = 'primary', onChanged }: Props) {
  const { busy, run } = useAssign(leadId, onChanged);
  return (
    <Button
      variant={variant}
      size="sm"
      busy={busy}
      aria-label={`Assign to ${artist.name}`}
      onClick={() => void run(artist)}
    >
      Assign
    </Button>
  );
}
