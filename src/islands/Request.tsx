import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { readLinkHash } from '#config/link-hash.ts';
import { NOT_MINE, OPEN_ARTIST, paths } from '#config/paths.ts';
import { toAppError } from '#data/app-error.ts';
import { LazyRequestRules } from '#features/permits/LazyRequestRules.tsx';
import { liveConversation } from '#features/requests/conversation/live-conversation.store.ts';
import { Erased } from '#features/requests/page/Erased.tsx';
import { LostLink } from '#features/requests/page/LostLink.tsx';
import { NotMine } from '#features/requests/page/NotMine.tsx';
import { RequestView } from '#features/requests/page/RequestView.tsx';
import { requestActions, trackRequest } from '#features/requests/page/request-link.api.ts';
import { ShareRequest } from '#features/requests/page/ShareRequest.tsx';
import { leadPhotoAddresses } from '#features/requests/photos/lead-photos.api.ts';
import { RequestPhotos } from '#features/requests/photos/RequestPhotos.tsx';
import { useWallPhotos } from '#features/requests/photos/use-wall-photos.ts';
import { ProofDialog } from '#features/requests/proof/ProofDialog.tsx';
import { reviewDesk } from '#features/requests/reviews/review-desk.store.ts';
import { forgetOwnRequest, ownRequest } from '#features/requests/sending/own-request.store.ts';
import { again } from '#ui/again.ts';
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

/** The request, or null for a token that opens none. */
async function opened(token: string) {
  try {
    return { request: await trackRequest({ p_token: token }) };
  } catch (error) {
    if (toAppError(error).code === 'link_refused') {
      forgetOwnRequest(token);
      return { request: null };
    }
    throw error;
  }
}

interface LinkedProps {
  token: string;
  notMine: boolean;
  /** Whose conversation is open. */
  artist: string | null;
}

function Linked({ token, notMine, artist }: LinkedProps) {
  const load = useCallback(() => opened(token), [token]);
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
        open: (next) => {
          location.assign(next ? paths.talkBy(token, next) : paths.requestBy(token));
          // What was read in it is not new any more.
          if (!next) refresh();
        },
        begin: (other) => liveConversation({ lead: props.request.id, artist: other, token }),
        review: (other) => reviewDesk({ lead: props.request.id, artist: other, token }),
        onChange: refresh,
      }}
      photos={<Photos lead={props.request.id} token={token} />}
      rules={<LazyRequestRules of={{ p_token: token }} about={props.request} />}
    >
      <ShareRequest token={token} reference={props.request.reference} />
    </RequestView>
  );
}

const loadWall = () =>
  again(async () => ({
    ...(await import('#features/requests/photos/wall-photos.store.ts')),
    ...(await import('#features/requests/photos/tools.store.ts')),
  }));

function Photos({ lead, token }: { lead: string; token: string }) {
  const target = useMemo(() => ({ lead, p_token: token }), [lead, token]);
  const addresses = useCallback(
    (paths: readonly string[]) => leadPhotoAddresses(paths, token),
    [token],
  );
  return <RequestPhotos photos={useWallPhotos(target, loadWall)} addresses={addresses} />;
}

export default withBoundary(Request);
