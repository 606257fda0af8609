import { useEffect, useState } from 'react';
import { paths } from '#config/paths.ts';
import type { Artist } from '#features/artists/artist.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { copyText } from '#ui/share/copy-text.ts';
import { toast } from '#ui/toast.ts';
import { useAction } from '#ui/use-action.ts';

/** A page is up within a second. Each look takes more time than the last: browsers report those that find nothing. */
const FIRST_LOOK_MS = 1_000;
const MAX_LOOK_MS = 5_000;

/** From then on it takes longer than it should. */
const PATIENCE_MS = 15_000;

/** Whether the page is there yet. */
function usePage(path: string): 'soon' | 'late' | 'there' {
  const [state, setState] = useState<'soon' | 'late' | 'there'>('soon');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const end = Date.now() + PATIENCE_MS;
    let wait = FIRST_LOOK_MS;
    const lookLater = () => {
      timer = setTimeout(look, wait);
      wait = Math.min(wait * 2, MAX_LOOK_MS);
    };
    const look = async () => {
      const answer = await fetch(path, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
      if (isGone) return;
      if (answer?.ok) return setState('there');
      if (Date.now() > end) setState('late');
      lookLater();
    };
    lookLater();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [path]);
  return state;
}

const NEWS = {
  soon: 'Publishing your page…',
  late: 'This takes longer than usual. The link appears here as soon as your page is up.',
  there: 'Put it on your profiles, your van, your next wall.',
};

/** The address of the page that is public now, to copy and to look at. */
export function Published({ artist }: { artist: Artist }) {
  const path = paths.artist(artist.slug);
  const address = new URL(path, location.origin).href;
  const state = usePage(path);
  const copying = useAction(async () => {
    await copyText(address);
    void toast.success('Copied');
  }, 'The address could not be copied');
  return (
    <section
      aria-labelledby="address"
      className="flex flex-col gap-5 overflow-hidden rounded-card bg-night px-6 pb-6 text-plaster sm:px-8 sm:pb-8"
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
