import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import { readLinkHash } from '#config/link-hash.ts';
import { paths } from '#config/paths.ts';
import { toAppError } from '#data/app-error.ts';
import { $session, retrySession, startSession } from '#features/accounts/session.store.ts';
import { AskForPage } from '#features/claims/AskForPage.tsx';
import type { ClaimablePage } from '#features/claims/claim.ts';
import { claimToken } from '#features/claims/claim-token.store.ts';
import { claimablePage } from '#features/claims/claims.api.ts';
import { SignIn } from '#features/claims/SignIn.tsx';
import { TakeOver } from '#features/claims/TakeOver.tsx';
import { placeLabel } from '#lib/place.ts';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { FormOutcome } from '#ui/FormOutcome.tsx';
import { useHash } from '#ui/hooks/use-hash.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { ShellProblem, ShellSkeleton } from '#ui/skeletons.tsx';

/** Where an imported page is taken over: by the link of a mail, or by saying whose it is. */
function Claim() {
  const hash = useHash();
  if (hash === null) return <ShellSkeleton />;
  const slug = new URLSearchParams(location.search).get('artist');
  // After signing in on the way; the address of a sign-in is seen by the server, so the token is not in it.
  const token = readLinkHash(hash).token || (slug ? null : claimToken.read());
  if (!token && !slug)
    return (
      <FormOutcome
        title="Which page is yours?"
        text="Open the link in the email again, or press “This is me” on your page."
        link={FIND}
      />
    );
  return <Loaded key={`${token} ${slug}`} token={token} slug={slug} />;
}

interface By {
  token: string | null;
  slug: string | null;
}

async function read({ token, slug }: By): Promise<ClaimablePage | 'refused' | null> {
  try {
    return await claimablePage({ token, slug });
  } catch (error) {
    if (toAppError(error).code !== 'page_link_refused') throw error;
    claimToken.forget();
    return 'refused';
  }
}

function Loaded({ token, slug }: By) {
  const session = useStore($session);
  useEffect(() => void startSession(), []);
  // Whose page it is depends on who asks.
  const who = session.status === 'in' ? session.account.id : session.status;
  const load = useCallback(() => {
    void who;
    return read({ token, slug }).then((page) => ({ page }));
  }, [token, slug, who]);
  const { data, busy, failed, reload } = useLoad(load);
  const [removed, setRemoved] = useState(false);
  if (removed) return <FormOutcome title="The page is removed" text="It won’t come back." />;
  if (session.status === 'unreachable') return <ShellProblem onRetry={retrySession} />;
  if (failed && !busy) return <ShellProblem onRetry={reload} />;
  if (!data || busy || session.status === 'loading') return <ShellSkeleton />;
  const { page } = data;
  if (page === 'refused')
    return (
      <FormOutcome
        title="This link does not work any more"
        text="It works for 30 days. Press “This is me” on the artist’s page to get a new one."
        link={FIND}
      />
    );
  if (!page) return <FormOutcome title="There’s no such page" text="It may have been removed." />;
  if (page.mine) return <Mine />;
  if (!page.unclaimed) {
    return <FormOutcome title="This page is already claimed" text={`${page.name} has joined.`} />;
  }
  const signedIn = session.status === 'in' ? session : null;
  return (
    <div className="space-y-8">
      <Who page={page} />
      {signedIn?.role !== 'artist' && (
        <SignIn signedIn={signedIn !== null} token={token} slug={slug} />
      )}
      {signedIn?.role === 'artist' && !token && <AskForPage page={page} onAsked={reload} />}
      {token && (
        <TakeOver
          page={page}
          token={token}
          mayTake={signedIn?.role === 'artist'}
          onTaken={reload}
          onRemoved={() => setRemoved(true)}
        />
      )}
    </div>
  );
}

function Who({ page: { name, city, state, slug } }: { page: ClaimablePage }) {
  const place = placeLabel(city, state);
  return (
    <div className="rounded-card border border-line bg-paper-2 p-6">
      <p className="font-display text-2xl wrap-anywhere">{name}</p>
      {place && <p className="mt-1 text-ink-2">{place}</p>}
      {slug && (
        <p className="mt-3">
          <a href={paths.artist(slug)} className="underline underline-offset-4">
            See the page as it is
          </a>
        </p>
      )}
    </div>
  );
}

function Mine() {
  useEffect(() => claimToken.forget(), []);
  return (
    <FormOutcome
      title="The page is yours"
      text="You decide what it shows, and requests come to you."
      link={{
        href: paths.dashboard('artist', 'profile'),
        label: 'Open your profile',
        variant: 'primary',
      }}
    />
  );
}

const FIND = { href: paths.artists, label: 'Find the Artist' };

export default withBoundary(Claim);
