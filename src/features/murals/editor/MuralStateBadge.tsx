import { Badge } from '#ui/Badge.tsx';
import type { OwnMural } from '../mural-form.ts';

/** How far a mural is: a draft, on the pages, or taken down by an admin. */
export function MuralStateBadge({ mural }: { mural: OwnMural }) {
  if (mural.hidden_at) return <Badge tone="danger">Taken down</Badge>;
  if (mural.public_visible) return <Badge tone="leaf">Published</Badge>;
  return <Badge tone="neutral">Draft</Badge>;
}
