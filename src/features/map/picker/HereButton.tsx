import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { type Position, rounded } from '../projection.ts';

const OPTIONS = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 };

/** Where the device is. Rejects where the person, the browser or the page does not allow it, or nothing is found. */
const here = () =>
  new Promise<GeolocationPosition>((found, lost) =>
    navigator.geolocation.getCurrentPosition(found, lost, OPTIONS),
  );

/** Takes the place where an artist stands, in front of their wall. */
export function HereButton({ onFound }: { onFound: (position: Position) => void }) {
  const { busy, run } = useAction(async () => {
    const { latitude, longitude } = (await here()).coords;
    onFound({ latitude: rounded(latitude), longitude: rounded(longitude) });
  }, 'Allow your location for this site, or paste a map link.');
  return (
    <Button variant="secondary" busy={busy} className="sm:mt-8" onClick={() => void run()}>
      Use My Location
    </Button>
  );
}
