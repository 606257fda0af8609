import { useCallback } from 'react';
import type { Addresses } from '#features/pictures/use-addresses.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import type { LeadPhotos as Answer } from './lead-photo.ts';
import { StoredPhotos } from './StoredPhotos.tsx';

interface Props {
  lead: string;
  load: (key: { p_lead: string }) => Promise<Answer>;
  addresses: Addresses;
}

/** The photos of the wall in a lead, for its artists and admins; nothing where the client gave none. */
export function LeadPhotosSection({ lead, load, addresses }: Props) {
  const ask = useCallback(() => load({ p_lead: lead }), [load, lead]);
  const { data, busy, failed, reload } = useLoad(ask);
  if (failed && !busy && !data)
    return <LoadFailed text="Photos of the wall could not be loaded." onRetry={reload} />;
  if (!data || data.photos.length === 0) return null;
  return (
    <section aria-labelledby={`photos-${lead}`} className="flex flex-col gap-3">
      <h3 id={`photos-${lead}`} className="font-display text-xl">
        Photos of the wall
      </h3>
      <StoredPhotos photos={data.photos} addresses={addresses} />
    </section>
  );
}
