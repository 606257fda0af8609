import { useCallback, useState } from 'react';
import { toAppError } from '#data/app-error.ts';
import { trackRequest } from '#data/request-link.ts';
import { forgetOwnRequest } from '#stores/own-request.ts';
import { ShellProblem, ShellSkeleton } from '#ui/dashboard/states.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { useHashToken } from '#ui/use-hash-token.ts';
import { useLoad } from '#ui/use-load.ts';
import { Erased } from './Erased.tsx';
import { LostLink } from './LostLink.tsx';
import { RequestView } from './RequestView.tsx';

/** The page of one request for whoever has its link; every link that opens nothing is told the same. */
function Request() {
  const token = useHashToken();
  if (token === null) return <ShellSkeleton />;
  return token === '' ? <LostLink /> : <Linked key={token} token={token} />;
}

/** The request, or null for a token that opens none. */
async function opened(token: string) {
  try {
    return { request: await trackRequest(token) };
  } catch (error) {
    if (toAppError(error).code === 'link_refused') {
      forgetOwnRequest(token);
      return { request: null };
    }
    throw error;
  }
}

function Linked({ token }: { token: string }) {
  const load = useCallback(() => opened(token), [token]);
  const { data, busy, failed, reload, change } = useLoad(load);
  const [erased, setErased] = useState(false);
  if (erased) return <Erased />;
  if (!data && failed && !busy) return <ShellProblem onRetry={reload} />;
  if (!data) return <ShellSkeleton />;
  if (!data.request) return <LostLink />;
  return (
    <RequestView
      token={token}
      request={data.request}
      onChange={(request) => change(() => ({ request }))}
      onErased={() => setErased(true)}
    />
  );
}

export default withBoundary(Request);
