import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { readLinkHash } from '#config/link-hash.ts';
import { NOT_MINE, OPEN_ARTIST, paths } from '#config/paths.ts';
import { Erased } from '#features/requests/page/Erased.tsx';
import { LostLink } from '#features/requests/page/LostLink.tsx';
import { NotMine } from '#features/requests/page/NotMine.tsx';
import { RequestView } from '#features/requests/page/RequestView.tsx';
import { openRequest, requestActions } from '#features/requests/page/request-link.api.ts';
import { ShareRequest } from '#features/requests/page/ShareRequest.tsx';
import { ProofDialog } from '#features/requests/proof/ProofDialog.tsx';
import { forgetOwnRequest, ownRequest } from '#features/requests/sending/own-request.store.ts';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { useHash } from '#ui/hooks/use-hash.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { usePoll } from '#ui/hooks/use-poll.ts';
import { ShellProblem, ShellSkeleton } from '#ui/skeletons.tsx';

/** The page of one request by its link; every link that opens nothing gets the same answer. */
function Request() {
  const hash = useHash();
  const { token, marks } = readLinkHash(hash ?? '');
  // Without a link it is the request that this browser sent last.
  const own = hash !== null && token === '' ? ownRequest() : null;
  useLayoutEffect(() => {
    if (own) location.replace(paths.requestBy(own.token));
  }, [own]);
  if (hash === null || own) return <ShellSkeleton />;
  if (token === '') return <LostLink />;
  return (
    <>
      <ProofDialog />
      <Linked
        key={token}
        token={token}
        notMine={marks.has(NOT_MINE)}
        artist={marks.get(OPEN_ARTIST) || null}
      />
    </>
  );
}

interface LinkedProps {
  token: string;
  notMine: boolean;
  /** Whose conversation is open. */
  artist: string | null;
}

function Linked({ token, notMine, artist }: LinkedProps) {
  const load = useCallback(async () => {
    const found = await openRequest({ p_token: token });
    if (!found.request) forgetOwnRequest(token);
    return found;
  }, [token]);
  const actions = useMemo(() => requestActions({ p_token: token }), [token]);
  const { data, busy, failed, reload, refresh, change } = useLoad(load);
  usePoll(refresh);
  const [erased, setErased] = useState(false);
  if (erased) {
    const title = notMine ? 'The request is erased' : 'Your request is erased';
    return <Erased title={title} back={{ label: 'Back to Home', href: paths.home }} />;
  }
  if (!data && failed && !busy) return <ShellProblem onRetry={reload} />;
  if (!data) return <ShellSkeleton />;
  if (!data.request) return <LostLink />;
  const props = {
    actions,
    request: data.request,
    onErased: () => {
      forgetOwnRequest(token);
      setErased(true);
    },
  };
  if (notMine) return <NotMine token={token} {...props} />;
  return (
    <RequestView
      {...props}
      onChange={(request) => change(() => ({ request }))}
      talks={{
        artist,
        open: (next) => location.assign(next ? paths.talkBy(token, next) : paths.requestBy(token)),
        onChange: refresh,
      }}
    >
      <ShareRequest token={token} reference={props.request.reference} />
    </RequestView>
  );
}

export default withBoundary(Request);
