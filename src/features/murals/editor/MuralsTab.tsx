import { useState } from 'react';
import { paths } from '#config/paths.ts';
import type { ArtistTabProps } from '#features/artists/tab-props.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { useAttempt } from '#ui/use-attempt.ts';
import type { OwnMural } from '../mural-form.ts';
import { MuralEditor } from './MuralEditor.tsx';
import { MuralList } from './MuralList.tsx';
import { PortfolioChooser } from './PortfolioChooser.tsx';
import { RemovedMurals } from './RemovedMurals.tsx';
import { tellFailure, useMurals } from './use-murals.ts';
import { useMuralsAddress } from './use-murals-address.ts';

/** An artist's murals: drafts and public ones, made from nothing or from pictures of the portfolio. */
export function MuralsTab({ account, artist }: ArtistTabProps) {
  const { open, go } = useMuralsAddress();
  const { data, busy, failed, reload, ...murals } = useMurals(artist);
  const [choosing, setChoosing] = useState(false);
  const [asked, setAsked] = useState<OwnMural | null>(null);
  const making = useAttempt((error) => tellFailure(error, 'The mural could not be made'));
  const removing = useAttempt((error) => tellFailure(error, 'The mural could not be removed'));

  const make = (pictures: string[] = []) =>
    making.attempt(async () => {
      const mural = await murals.make(pictures);
      setChoosing(false);
      go(mural.id);
    });
  const remove = (mural: OwnMural) =>
    removing.attempt(async () => {
      await murals.remove(mural);
      setAsked(null);
      if (open) go(null);
    });

  if (!data && failed && !busy) return <LoadFailed what="Your murals" onRetry={reload} />;
  if (!data) return <Loading />;
  const mural = data.murals.find(({ id }) => id === open);
  const actions = (
    <div className="flex flex-wrap gap-3">
      <Button busy={making.busy} onClick={() => void make()}>
        New Mural
      </Button>
      {artist.portfolio_images.length > 0 && (
        <Button variant="secondary" disabled={making.busy} onClick={() => setChoosing(true)}>
          From Portfolio Photos
        </Button>
      )}
    </div>
  );
  return (
    <>
      {mural ? (
        <MuralEditor
          key={mural.id}
          account={account}
          artist={artist}
          mural={mural}
          onMural={murals.put}
          onBack={() => go(null)}
          onRemove={() => setAsked(mural)}
        />
      ) : (
        <section aria-label="Murals" className="flex flex-col gap-8">
          {open && <Unknown onBack={() => go(null)} />}
          {data.murals.length > 0 ? (
            <>
              <div className="flex flex-wrap items-center justify-between gap-4">
                <p className="text-ink-2">{summary(data.murals)}</p>
                {actions}
              </div>
              <MuralList
                murals={data.murals}
                onOpen={go}
                onOrder={murals.order}
                onRemove={setAsked}
              />
            </>
          ) : (
            <EmptyState title="Every wall deserves a page of its own" action={actions}>
              Clients choose by walls like theirs.
            </EmptyState>
          )}
          <RemovedMurals removed={data.removed} onRestore={murals.restore} />
        </section>
      )}
      <PortfolioChooser
        open={choosing}
        artist={artist}
        busy={making.busy}
        confirmLabel="Make a Mural"
        onChoose={(pictures) => void make(pictures)}
        onClose={() => setChoosing(false)}
      />
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Remove this mural?"
        confirmLabel="Remove Mural"
        busy={removing.busy}
        onConfirm={() => asked && void remove(asked)}
      >
        <strong className="wrap-anywhere">{asked?.title}</strong> leaves your list
        <span>{asked?.public_visible && ' and all public pages'}</span>. You can bring it back for a
        day.
      </ConfirmDialog>
    </>
  );
}

function summary(murals: readonly OwnMural[]): string {
  const published = murals.filter((mural) => mural.public_visible).length;
  const count = murals.length === 1 ? '1 mural' : `${murals.length} murals`;
  return `${count}, ${published} published. Your page shows them in this order.`;
}

function Unknown({ onBack }: { onBack: () => void }) {
  return (
    <p role="alert" className="rounded-card border border-line bg-paper-2 p-4">
      This mural is not among yours. It may have been removed.{' '}
      <ButtonLink
        variant="ghost"
        size="sm"
        href={paths.dashboard('artist', 'murals')}
        onClick={(event) => {
          event.preventDefault();
          onBack();
        }}
      >
        Show All Murals
      </ButtonLink>
    </p>
  );
}

function Loading() {
  return (
    <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
      {[1, 2, 3].map((n) => (
        <Skeleton key={n} className="h-72" />
      ))}
    </div>
  );
}
