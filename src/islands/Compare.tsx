import { useCallback, useEffect, useState } from 'react';
import { COMPARED, paths } from '#config/paths.ts';
import { comparedArtists } from '#features/artists/public-artists.api.ts';
import { type Compared, readCompared } from '#features/directory/compare/compared.ts';
import { SideBySide } from '#features/directory/compare/SideBySide.tsx';
import { draftCity } from '#features/requests/sending/quote-draft.store.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { useLoad } from '#ui/hooks/use-load.ts';
import { Skeleton } from '#ui/Spinner.tsx';
import { ShellProblem } from '#ui/skeletons.tsx';

/** The artists whom the address names, side by side. */
function Compare() {
  const [compared, setCompared] = useState<Compared | null>(null);
  useEffect(() => {
    const read = () =>
      setCompared(readCompared(new URLSearchParams(location.search).get(COMPARED)));
    read();
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, []);
  if (!compared) return <CompareSkeleton />;
  if (compared.slugs.length === 0) return <NobodyCompared />;
  return <Loaded key={compared.slugs.join()} {...compared} />;
}

function Loaded({ slugs, cut }: Compared) {
  const load = useCallback(() => comparedArtists(slugs), [slugs]);
  const { data, busy, failed, reload } = useLoad(load);
  if (data)
    return (
      <SideBySide
        slugs={slugs}
        cut={cut}
        found={data}
        firstCity={draftCity()}
        nobody={<NobodyCompared />}
      />
    );
  if (failed && !busy)
    return <ShellProblem onRetry={reload} title="The artists could not be loaded" />;
  return <CompareSkeleton />;
}

function NobodyCompared() {
  return (
    <EmptyState
      title="Nothing to compare yet"
      action={
        <div className="actions">
          <ButtonLink href={paths.artists}>Browse Artists</ButtonLink>
          <ButtonLink href={paths.shortlist} variant="secondary">
            Your Shortlist
          </ButtonLink>
        </div>
      }
    >
      Press the heart on artists you like, then compare them on your shortlist.
    </EmptyState>
  );
}

function CompareSkeleton() {
  return (
    <div role="status" data-loading>
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-11 w-2/3 max-w-sm" />
      <div className="mt-6 grid grid-cols-2 gap-4 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key, i) => (
          <div key={key} className={i > 1 ? 'hidden lg:block' : ''}>
            <Skeleton className="h-8 w-3/4" />
            <Skeleton className="mt-3 aspect-square" />
            <Skeleton className="mt-3 h-40" />
          </div>
        ))}
      </div>
    </div>
  );
}

export default withBoundary(Compare);
