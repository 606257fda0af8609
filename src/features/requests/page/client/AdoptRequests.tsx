import { useCallback, useState } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { toast } from '#ui/overlays/toast.ts';
import { When } from '#ui/When.tsx';
import { ownRequest } from '../../sending/own-request.store.ts';
import { adoptRequests, readOpenRequests } from '../adopted-requests.api.ts';
import { refuseAdoptions, refusedAdoptions } from '../adoption.store.ts';

/** Requests that were sent before there was an account: they can be had here, and nothing happens unasked. */
export function AdoptRequests({ onAdopted }: { onAdopted: () => void }) {
  const [token] = useState(() => ownRequest()?.token ?? null);
  const load = useCallback(() => readOpenRequests(token), [token]);
  // One that does not load is not missed.
  const { data } = useLoad(load);
  const [settled, setSettled] = useState(false);
  const { busy, run } = useAction(async () => {
    const count = await adoptRequests(token);
    setSettled(true);
    onAdopted();
    void toast.success(`${plural(count, 'request')} added`);
  }, 'That wasn’t added. Try again.');
  const refused = refusedAdoptions();
  // A newer one is offered with those that were turned down.
  const fresh = data?.requests.some(({ reference }) => !refused.includes(reference));
  if (settled || !data || !fresh) return null;
  const leave = () => {
    refuseAdoptions(data.requests.map(({ reference }) => reference));
    setSettled(true);
  };
  return (
    <section
      aria-labelledby="adopt"
      className="flex flex-col gap-4 rounded-card border border-line bg-paper-2 p-5"
    >
      <h2 id="adopt" className="font-display text-xl">
        {plural(
          data.count,
          'request was sent with your address before you had an account. Add it here?',
          'requests were sent with your address before you had an account. Add them here?',
        )}
      </h2>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-ink-2 text-sm">
        {data.requests.map(({ reference, created_at }) => (
          <li key={reference}>
            <span className="tracking-widest">{reference}</span>, <When iso={created_at} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" busy={busy} onClick={() => void run()}>
          Add
        </Button>
        <Button size="sm" variant="ghost" onClick={leave}>
          Not Now
        </Button>
      </div>
    </section>
  );
}
