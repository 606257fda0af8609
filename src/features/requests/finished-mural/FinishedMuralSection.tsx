import { useCallback, useState } from 'react';
import { paths } from '#config/paths.ts';
import type { Artist } from '#features/artists/artist.ts';
import { removeFiles } from '#features/pictures/storage.api.ts';
import { BUCKETS, objectPath } from '#features/pictures/upload.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/Dialog.tsx';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { useLoad } from '#ui/use-load.ts';
import type { Lead } from '../lead.ts';
import { useLeadAction } from '../proposals/use-lead-action.ts';
import { FinishedMuralForm } from './FinishedMuralForm.tsx';
import type { FinishedMural as Finished } from './finished-mural.ts';
import { readFinishedMural, removeFinishedMural } from './finished-murals.api.ts';

interface Props {
  lead: Lead;
  artist: Artist;
}

/** The mural page of a finished wall: offered, made and taken away. */
export function FinishedMuralSection({ lead, artist }: Props) {
  const load = useCallback(() => readFinishedMural(lead.id), [lead.id]);
  const { data, busy, failed, reload, refresh } = useLoad(load);
  const [editing, setEditing] = useState(false);
  // Of a closed request nothing new is made.
  if (data && !data.mural && lead.withdrawn_at) return null;
  return (
    <section aria-labelledby="mural" className="flex flex-col gap-4">
      <h3 id="mural" tabIndex={-1} className="font-display text-xl">
        Mural page
      </h3>
      {!data && failed && !busy && <LoadFailed what="The mural page" onRetry={reload} />}
      {!data && !failed && <Skeleton className="h-24" />}
      {data?.mural && <Made lead={lead.id} finished={data} onChanged={refresh} />}
      {data && !data.mural && !editing && (
        <>
          <p>Give the wall its own page, with photos from this conversation.</p>
          <Button className="self-start" onClick={() => setEditing(true)}>
            Make It a Mural Page
          </Button>
        </>
      )}
      {data && !data.mural && editing && (
        <FinishedMuralForm
          lead={lead}
          artist={artist}
          finished={data}
          onClose={() => setEditing(false)}
          onMade={() => {
            setEditing(false);
            refresh();
            document.getElementById('mural')?.focus();
          }}
        />
      )}
    </section>
  );
}

interface MadeProps {
  lead: string;
  finished: Finished;
  onChanged: () => void;
}

function Made({ lead, finished, onChanged }: MadeProps) {
  const { mural, consent } = finished;
  const [asking, setAsking] = useState(false);
  const { busy, act } = useLeadAction(onChanged);
  if (!mural) return null;
  const remove = async () => {
    await removeFinishedMural(lead);
    const files = mural.pictures.flatMap((url) => objectPath(url, BUCKETS.portfolio.name) ?? []);
    // What stays is removed with other files that nothing shows.
    await removeFiles(BUCKETS.portfolio.name, files).catch(console.error);
  };
  return (
    <>
      <p className="wrap-anywhere">
        {mural.public_visible ? (
          <span>
            <a
              href={paths.mural(mural.slug)}
              className="font-semibold underline underline-offset-4"
            >
              {mural.title}
            </a>{' '}
            has a page. A new one takes up to a minute.{' '}
            <span>
              {consent
                ? 'The client agreed to show where the wall is.'
                : 'It names only the city until the client agrees to more.'}
            </span>
          </span>
        ) : (
          `The page of “${mural.title}” is not shown: the client does not want their photos on it. Remove it and make it again with your own.`
        )}
      </p>
      <Button variant="secondary" className="self-start" onClick={() => setAsking(true)}>
        Remove Page
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Remove the mural page?"
        confirmLabel="Remove"
        busy={busy}
        onConfirm={() => void act(remove, 'The mural page is removed').then(() => setAsking(false))}
      >
        The photos stay in the conversation, and you can make the page again.
      </ConfirmDialog>
    </>
  );
}
