import { useEffect, useState } from 'react';
import { paths } from '#config/paths.ts';
import type { Artist } from '#features/artists/artist.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { copyText } from '#ui/share/copy-text.ts';
import { isPageUp } from '../own-artist.api.ts';

const LOOK_MS = 500;

/** Whether the page is there yet; asked of the database, as browsers report a page that is not there. */
function useIsThere(): boolean {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    if (isThere) return;
    const look = () => void isPageUp().then(setIsThere, () => {});
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [isThere]);
  return isThere;
}

/** The address of the page that is public now, to copy and to look at. */
export function Published({ artist }: { artist: Artist }) {
  const path = paths.artist(artist.slug);
  const address = new URL(path, location.origin).href;
  const isThere = useIsThere();
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
        {isThere && (
          <ButtonLink href={path} className="btn-accent">
            View Your Page
          </ButtonLink>
        )}
      </div>
      <p role="status" className="text-plaster/85 text-sm">
        {isThere ? 'Put it on your profiles.' : 'Publishing your page…'}
      </p>
    </section>
  );
}
