import { useCallback, useEffect, useRef } from 'react';
import { createPoller, onWake } from '#browser/poller.ts';
import { paths } from '#config/paths.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import type { RequestCityRules } from './city-rule.ts';
import { type RulesKey, readRequestRules } from './city-rules.api.ts';

/** How often an open page looks for another version of the guide. */
const LOOK_MS = 1000;

/**
 * What applies to the wall of a request, up to date while the page is seen.
 * @param said what the request says so far: read again when it says something else.
 */
export function useRequestRules(key: RulesKey, said: string): RequestCityRules {
  const [name, value] = Object.entries(key)[0] ?? [];
  const load = useCallback(
    () => readRequestRules({ [name as string]: value } as RulesKey),
    [name, value],
  );
  const { data, refresh } = useLoad(load);
  const before = useRef(said);
  useEffect(() => {
    if (before.current === said) return;
    before.current = said;
    refresh();
  }, [said, refresh]);
  const city = data?.city;
  useEffect(() => (city ? followGuide(city, refresh) : undefined), [city, refresh]);
  return data;
}

/**
 * Calls when the guide of a city is another page than before, and once when that is known: the rules were read earlier.
 * The page is a file that the server has in memory, so looking costs no database anything.
 */
function followGuide(city: string, changed: () => void): () => void {
  let known: string | null = null;
  const ask = async () => {
    const { headers } = await fetch(paths.permits(city), { method: 'HEAD', cache: 'no-store' });
    const version = headers.get('etag');
    if (version === known) return;
    known = version;
    changed();
  };
  const awake = () => !document.hidden && navigator.onLine;
  const poller = createPoller({ ask, awake, everyMs: LOOK_MS });
  const stopWaking = onWake(poller.wake);
  poller.wake();
  return () => {
    stopWaking();
    poller.stop();
  };
}
