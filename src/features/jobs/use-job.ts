import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { usePoll } from '#ui/hooks/use-poll.ts';
import type { Job } from './job.ts';
import { readJob } from './jobs.api.ts';

interface Known {
  job: Job | null;
}
const NONE: Known = { job: null };

/**
 * Where an accepted job stands, asked again and again: the one thing that a page about it asks without being told to.
 * `state` is that of the assignment as the page knows it; `onMoved` is called when it is another by now.
 */
export function useJob(of: AssignmentKey, state: string | undefined, onMoved: () => void) {
  const { lead, artist, token } = of;
  const begun = state === 'accepted' || state === 'completed' || state === 'called_off';
  const last = useRef(NONE);
  const load = useCallback(async () => {
    if (!state || !begun) return NONE;
    const job = await readJob({ lead, artist, token });
    // The same one again draws nothing anew.
    if (job?.version !== last.current.job?.version) last.current = { job };
    return last.current;
  }, [lead, artist, token, state, begun]);
  const { data, failed, reload, refresh } = useLoad(load);
  usePoll(refresh, begun);
  const job = data?.job ?? null;
  const moved = job && `${job.state} ${job.confirmed}`;
  const before = useRef(moved);
  useEffect(() => {
    if (before.current && moved && before.current !== moved) onMoved();
    before.current = moved;
  }, [moved, onMoved]);
  const version = job?.version;
  // Where there is no job, the parts ask for themselves.
  const news = useMemo(() => (version ? { version, ask: refresh } : null), [version, refresh]);
  return { job, known: data !== null, failed: data === null && failed, reload, news };
}
