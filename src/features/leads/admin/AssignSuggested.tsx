import { useState } from 'react';
import type { Suggestion } from '#features/artists/admin/artist-choice.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { useAssign } from './use-assign.ts';

interface Props {
  leadId: string;
  artist: Suggestion;
  /** Beside another button it is the first one; in a list there are many. */
  variant?: 'primary' | 'secondary';
}

/** Gives a lead to the artist who suits it best, in one press; the lead keeps its place, so that nothing moves. */
export function AssignSuggested({ leadId, artist, variant = 'primary' }: Props) {
  const [given, setGiven] = useState(false);
  const { busy, run } = useAssign(leadId, setGiven);
  if (given) return <Badge tone="leaf">Assigned</Badge>;
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
