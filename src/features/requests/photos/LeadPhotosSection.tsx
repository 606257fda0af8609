import { useCallback } from 'react';
import { toAppError } from '#data/app-error.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { leadPhotos } from './lead-photos.api.ts';
import { StoredPhotos } from './StoredPhotos.tsx';

/** Null for an artist who is not on the request any more. */
async function photosOf(lead: string) {
  try {
    return await leadPhotos({ lead });
  } catch (error) {
    if (toAppError(error).code !== 'link_refused') throw error;
    return null;
  }
}

/** The photos of the wall in a lead, for its artists and admins; nothing where the client gave none. */
export function LeadPhotosSection({ lead }: { lead: string }) {
  const { data, busy, failed, reload } = useLoad(useCallback(() => photosOf(lead), [lead]));
  if (failed && !busy && !data)
    return <LoadFailed text="Photos of the wall didn’t load." onRetry={reload} />;
  if (!data || data.photos.length === 0) return null;
  return (
    <section aria-labelledby={`photos-${lead}`} className="flex flex-col gap-3">
      <h3 id={`photos-${lead}`} className="font-display text-xl">
        Photos of the wall
      </h3>
      <StoredPhotos photos={data.photos} />
    </section>
  );
}
