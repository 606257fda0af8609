import { useCallback, useEffect, useState } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import type { ArtistTabProps } from '#features/artists/tab-props.ts';
import { onNews } from '#features/notifications/notices.store.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { useWindowEvent } from '#ui/hooks/use-window-event.ts';
import { ShellProblem, ShellSkeleton } from '#ui/skeletons.tsx';
import { MonthNumbers } from './MonthNumbers.tsx';
import { readMyDay } from './my-day.api.ts';
import type { MyDay } from './my-day.ts';
import { Needs } from './Needs.tsx';
import { ProfileCard } from './ProfileCard.tsx';

/** The first tab: what needs the artist now, and how the month goes. */
export function TodayTab({ artist }: ArtistTabProps) {
  const [month, setMonth] = useState<string>();
  const load = useCallback(() => readMyDay(month), [month]);
  const { data, busy, failed, reload, refresh } = useLoad(load);

  useEffect(() => onNews(refresh), [refresh]);
  // An artist who comes back by the browser's button has dealt with something meanwhile.
  useWindowEvent('pageshow', ({ persisted }) => persisted && refresh());

  if (failed) return <ShellProblem title="Today didn’t load" onRetry={reload} />;
  if (!data) return <ShellSkeleton />;
  return (
    <div className="space-y-12">
      {!artist.public_visible && <ProfileCard artist={artist} />}
      <Needs day={data} />
      {artist.public_visible && <ProfileCard artist={artist} />}
      {(month || !isBlank(data, artist)) && (
        <MonthNumbers day={data} since={artist.created_at} busy={busy} onMonth={setMonth} />
      )}
    </div>
  );
}

/** Two months are in the numbers: who is newer and has none of them would see only zeros. */
function isBlank({ month, before }: MyDay, { created_at }: Artist): boolean {
  const isNew = Date.now() - Date.parse(created_at) < 60 * 24 * 3600 * 1000;
  return isNew && [month, before].every((each) => each.requests + each.answers + each.views === 0);
}
