import { useCallback, useEffect } from 'react';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { KeptJob } from './KeptJob.tsx';
import { readKeptCopies } from './kept-copies.api.ts';

const ID = 'kept-copies';

/** The jobs whose other side is gone: of one request for its client, or an artist's own. Nothing where there are none. */
export function KeptCopies({ token, lead }: { token?: string | undefined; lead?: string }) {
  const load = useCallback(
    () => readKeptCopies({ ...(token && { p_token: token }), ...(lead && { p_lead: lead }) }),
    [token, lead],
  );
  const { data, failed, reload } = useLoad(load);
  const copies = data ?? [];
  const linked = copies.length > 0 && location.hash === `#${ID}`;
  useEffect(() => {
    if (linked) document.getElementById(ID)?.scrollIntoView();
  }, [linked]);
  if (!data && failed) return <LoadFailed text="Your copies didn’t load." onRetry={reload} />;
  if (copies.length === 0) return null;
  return (
    <section aria-labelledby={ID} className="flex min-w-0 flex-col gap-4">
      <h2 id={ID} className="scroll-mt-24 font-display text-2xl">
        Kept Copies
      </h2>
      {copies.map((copy) => (
        <KeptJob key={copy.id} copy={copy} />
      ))}
    </section>
  );
}
