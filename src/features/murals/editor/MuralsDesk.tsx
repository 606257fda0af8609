import { useEffect, useRef, useState } from 'react';
import { paths } from '#config/paths.ts';
import type { ArtistTabProps } from '#features/artists/tab-props.ts';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import type { Pieces } from '#ui/pieces.ts';
import { Skeletons } from '#ui/skeletons.tsx';
import { NEW_MURAL, newMural, type OwnMural } from '../mural-form.ts';
import { MuralEditor } from './MuralEditor.tsx';
import { MuralList } from './MuralList.tsx';
import { RemovedMurals } from './RemovedMurals.tsx';
import { useMurals } from './use-murals.ts';
import { useMuralsAddress } from './use-murals-address.ts';

interface Props extends ArtistTabProps {
  /** What stands above the list of murals. */
  children: Pieces;
}

/** An artist's murals, drafts and public ones: all of them, or the one that the address names in its editor. */
export function MuralsDesk({ account, artist, children }: Props) {
  const { open, photo, key, go, made } = useMuralsAddress();
  const { data, busy, failed, reload, ...murals } = useMurals(artist.id);
  const list = useRef<HTMLElement>(null);
  const isThere = data !== null && !open;
  useEffect(() => {
    if (isThere && location.pathname === paths.dashboard('artist', 'murals'))
      list.current?.scrollIntoView();
  }, [isThere]);

  const stored = data?.murals.find(({ id }) => id === open);
  const [blank] = useState(() =>
    newMural(
      artist,
      artist.portfolio_images.filter((url) => photo && url.endsWith(`/${photo}`)),
    ),
  );
  const mural = stored ?? (open === NEW_MURAL ? blank : null);
  const start = <Button onClick={() => go(NEW_MURAL)}>New Mural</Button>;
  return (
    <>
      {mural ? (
        <MuralEditor
          key={key}
          account={account}
          artist={artist}
          mural={mural}
          onMural={(saved) => {
            murals.put(saved);
            if (open === NEW_MURAL) made(saved.id);
          }}
          onBack={() => go(null)}
        />
      ) : (
        <div className="flex flex-col gap-10">
          {open && data && (
            <p role="alert" className="rounded-card border border-line bg-paper-2 p-4">
              This mural isn’t among yours.
            </p>
          )}
          {children}
          <section ref={list} aria-label="Murals" className="flex scroll-mt-20 flex-col gap-5">
            {!data && failed && !busy && (
              <LoadFailed text="Your murals didn’t load." onRetry={reload} />
            )}
            {!data && !failed && (
              <Skeletons count={3} list="grid gap-5 sm:grid-cols-2 xl:grid-cols-3" each="h-72" />
            )}
            {data && data.murals.length > 0 && (
              <>
                <div className="flex flex-wrap items-center justify-between gap-4">
                  <div>
                    <h2 className="font-display text-2xl">Murals</h2>
                    <p className="text-ink-2">{summary(data.murals)}</p>
                  </div>
                  {start}
                </div>
                <MuralList
                  murals={data.murals}
                  onOpen={go}
                  onOrder={murals.order}
                  onRemove={murals.remove}
                />
              </>
            )}
            {data?.murals.length === 0 && (
              <EmptyState title="Every wall deserves a page of its own" action={start} />
            )}
            {data && <RemovedMurals removed={data.removed} onRestore={murals.restore} />}
          </section>
        </div>
      )}
    </>
  );
}

function summary(murals: readonly OwnMural[]): string {
  const published = murals.filter((mural) => mural.public_visible).length;
  return `${plural(murals.length, 'mural')}, ${published} published`;
}
