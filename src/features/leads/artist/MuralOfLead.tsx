import { useCallback } from 'react';
import { paths } from '#config/paths.ts';
import { finishedWallOf, startFinishedMural } from '#features/murals/editor/finished-walls.api.ts';
import type { Lead } from '#features/requests/lead.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Skeleton } from '#ui/Spinner.tsx';

/** The mural of a finished wall: a press makes a draft of the facts of the lead, which Work then edits. */
export function MuralOfLead({ lead }: { lead: Lead }) {
  const load = useCallback(() => finishedWallOf(lead.id), [lead.id]);
  const { data, busy, failed, reload } = useLoad(load);
  const starting = useAction(async () => {
    location.assign(paths.ownMural(await startFinishedMural(lead.id)));
    return 'redirecting';
  }, 'The page wasn’t made. Try again.');
  const mural = data?.mural;
  // Of a closed request nothing new is made.
  if (data && !mural && lead.withdrawn_at) return null;
  return (
    <section aria-labelledby="mural" className="flex flex-col gap-4">
      <h3 id="mural" className="font-display text-xl">
        Mural page
      </h3>
      {!data && failed && !busy && (
        <LoadFailed text="The mural page didn’t load." onRetry={reload} />
      )}
      {!data && !failed && <Skeleton className="h-24" />}
      {mural && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 wrap-anywhere">
          <a href={paths.ownMural(mural.id)} className="font-semibold underline underline-offset-4">
            {mural.title}
          </a>
          <Badge tone={mural.public_visible ? 'leaf' : 'neutral'}>
            {mural.public_visible ? 'Published' : 'Draft'}
          </Badge>
        </p>
      )}
      {data && !mural && (
        <Button className="self-start" busy={starting.busy} onClick={() => void starting.run()}>
          Make It a Mural Page
        </Button>
      )}
    </section>
  );
}
