import { useEffect, useState } from 'react';
import { paths } from '#config/paths.ts';
import type { Artist } from '#features/artists/artist.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { copyText } from '#ui/share/copy-text.ts';
import { isPageUp } from '../own-artist.api.ts';

const LOOK_MS = 400;

/** From then on it takes longer than it should, and is looked for less often. */
const PATIENCE_MS = 15_000;
const LATE_LOOK_MS = 3_000;

/** Whether the page is there yet; asked of the database, as browsers report a page that is not there. */
function usePage(): 'soon' | 'late' | 'there' {
  const [state, setState] = useState<'soon' | 'late' | 'there'>('soon');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const end = Date.now() + PATIENCE_MS;
    const look = async () => {
      const isUp = await isPageUp().catch(() => false);
      if (isGone) return;
      if (isUp) return setState('there');
      const isLate = Date.now() > end;
      if (isLate) setState('late');
      timer = setTimeout(look, isLate ? LATE_LOOK_MS : LOOK_MS);
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return state;
}

const NEWS = {
  soon: 'Publishing your page…',
  late: 'The link appears here soon.',
  there: 'Put it on your profiles.',
};

/** The address of the page that is public now, to copy and to look at. */
export function Published({ artist }: { artist: Artist }) {
  const path = paths.artist(artist.slug);
  const address = new URL(path, location.origin).href;
  const state = usePage();
  const copying = useAction(async () => {
    await copyText(address);
    void toast.success('Copied');
  }, 'The address wasn’t copied');
  return (
    <section
      aria-labelledby="address"
      className="new-address flex flex-col gap-5 overflow-hidden rounded-card bg-night px-6 pb-6 text-plaster sm:px-8 sm:pb-8"
    >
      <div aria-hidden="true" className="papel-picado -mx-8" />
      <div>
        <h3 id="address" className="font-display text-2xl">
          Your address
        </h3>
        <p className="mt-2 select-all text-lg wrap-anywhere">{address}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={copying.busy} onClick={() => copying.run()}>
          Copy Address
        </Button>
        {state === 'there' && (
          <ButtonLink href={path} className="btn-accent">
            View Your Page
          </ButtonLink>
        )}
      </div>
      <p role="status" className="text-plaster/85 text-sm">
        {NEWS[state]}
      </p>
    </section>
  );
}
