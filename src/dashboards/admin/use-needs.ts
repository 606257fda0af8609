import { useCallback, useEffect } from 'react';
import { onNews } from '#features/notifications/notices.store.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { readNeeds } from './needs.api.ts';

/** What the news do not tell comes by itself: a request grows old, an email is given up. */
const LOOK_MS = 60_000;

/** What needs the admin, on every page of the desk, once it is known that they are `here`. */
export function useNeeds(here: boolean) {
  const load = useCallback(
    async (signal: AbortSignal) => (here ? readNeeds(signal) : null),
    [here],
  );
  const needs = useLoad(load);
  const { refresh } = needs;
  useEffect(() => onNews(refresh), [refresh]);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || refresh(), LOOK_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  return needs;
}

export type AdminNeedsState = ReturnType<typeof useNeeds>;
