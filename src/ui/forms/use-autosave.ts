import { useCallback, useEffect, useRef, useState } from 'react';
import type { useDraft } from './use-draft.ts';

const QUIET_MS = 900;
const RETRY_MS = 4000;

/** How the last save went: 'offline' is tried again, 'refused' waits for the person. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'refused';

type Draft = Pick<
  ReturnType<typeof useDraft<object, Record<never, unknown>>>,
  'unsaved' | 'hasUnsaved' | 'save'
> & { draft: unknown };

interface Options {
  /** Shows what the server refused for good, and says whether it did; everything else is tried again. */
  refused: (error: unknown) => boolean;
  /** Whether only a press saves (`flush`), since all of it is public at once. */
  byPress: boolean;
}

/**
 * Saves a form that the browser keeps (`kept`) a moment after the last change, and again until the network lets it. What breaks a rule stays in its
 * field, and nothing is saved before it is mended.
 */
export function useAutosave(form: Draft, options: Options) {
  const { save, hasUnsaved, unsaved, draft } = form;
  const { byPress } = options;
  const [state, setState] = useState<SaveState>('saved');
  const given = useRef(options);
  given.current = options;
  const latest = useRef(hasUnsaved);
  latest.current = hasUnsaved;

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean> | null>(null);

  /** Saves now; true when everything is stored. One save at a time, and once more for what was typed meanwhile. */
  const flush = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    if (running.current) await running.current;
    if (!latest.current()) {
      setState('saved');
      return true;
    }
    setState('saving');
    const attempt = async () => {
      try {
        const answer = await save();
        setState(answer === 'saved' ? (latest.current() ? 'waiting' : 'saved') : 'refused');
        return answer === 'saved';
      } catch (error) {
        setState(given.current.refused(error) ? 'refused' : 'offline');
        return false;
      }
    };
    running.current = attempt();
    const done = await running.current;
    running.current = null;
    return done;
  }, [save]);

  // A change waits for quiet, anew with each; a lost connection for its return, or a little while.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is what begins the wait anew.
  useEffect(() => {
    if (!unsaved || byPress || state === 'saving' || state === 'refused') return;
    const go = () => void flush();
    const id = setTimeout(go, state === 'offline' ? RETRY_MS : QUIET_MS);
    timer.current = id;
    addEventListener('online', go);
    return () => {
      clearTimeout(id);
      removeEventListener('online', go);
    };
  }, [draft, unsaved, state, flush, byPress]);

  /** To be called with every change. */
  const touch = () =>
    setState((now) =>
      now === 'saved' || now === 'refused' ? (byPress ? 'saved' : 'waiting') : now,
    );

  return { state, touch, flush };
}
