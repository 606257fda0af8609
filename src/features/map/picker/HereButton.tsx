import { Button } from '#ui/Button.tsx';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { toast } from '#ui/overlays/toast.ts';
import { type Position, rounded } from '../projection.ts';

const OPTIONS = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 };

/** Where the device is. Rejects where the person, the browser or the page does not allow it, or nothing is found. */
const here = () =>
  new Promise<GeolocationPosition>((found, lost) =>
    navigator.geolocation.getCurrentPosition(found, lost, OPTIONS),
  );

/** Takes the place where an artist stands, in front of their wall. */
export function HereButton({ onFound }: { onFound: (position: Position) => void }) {
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    void toast.error(
      'Your location could not be read. Allow it for this site, or paste a map link.',
    );
  });
  const find = () =>
    attempt(async () => {
      const { latitude, longitude } = (await here()).coords;
      onFound({ latitude: rounded(latitude), longitude: rounded(longitude) });
    });
  return (
    <Button variant="secondary" busy={busy} className="sm:mt-8" onClick={() => void find()}>
      Use My Location
    </Button>
  );
}
