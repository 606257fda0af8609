import { useCallback, useMemo, useState } from 'react';
import { NOT_MINE, paths } from '#config/paths.ts';
import { toAppError } from '#data/app-error.ts';
import { requestActions, trackRequest } from '#data/request-link.ts';
import { forgetOwnRequest } from '#stores/own-request.ts';
import { ShellProblem, ShellSkeleton } from '#ui/dashboard/states.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { Erased } from '#ui/request/Erased.tsx';
import { RequestView } from '#ui/request/RequestView.tsx';
import { useHash } from '#ui/use-hash.ts';
import { useLoad } from '#ui/use-load.ts';
import { LostLink } from './LostLink.tsx';
import { MailLink } from './MailLink.tsx';
import { NotMine } from './NotMine.tsx';

/** The page of one request for whoever has its link; every link that opens nothing is told the same. */
function Request() {
  const hash = useHash();
  if (hash === null) return <ShellSkeleton />;
  const [token = '', mark] = hash.split('&');
  if (token === '') return <LostLink />;
  return <Linked key={token} token={token} notMine={mark === NOT_MINE} />;
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

function Linked({ token, notMine }: { token: string; notMine: boolean }) {
  const load = useCallback(() => opened(token), [token]);
  const actions = useMemo(() => requestActions({ p_token: token }), [token]);
  const { data, busy, failed, reload, change } = useLoad(load);
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
    <RequestView {...props} onChange={(request) => change(() => ({ request }))}>
      <MailLink token={token} />
    </RequestView>
  );
}

export default withBoundary(Request);
