import { useCallback, useEffect, useRef, useState } from 'react';
import { useWindowEvent } from './use-window-event.ts';

export interface Loaded<T> {
  /** The last answer; stays while a newer one is under way. */
  data: T | null;
  busy: boolean;
  /** True when the latest load failed: shown beside the content and logged, never a toast (section 8). */
  failed: boolean;
  reload: () => void;
  /** The same without a word: what is shown stays until there is something newer; where that fails, it is tried again. */
  refresh: () => void;
  /** Changes the shown answer at once, for switches that should not wait. */
  change: (edit: (data: T) => T) => void;
}

const AGAIN_MS = 5_000;

/**
 * Loads with the latest `load` whenever that changes, and throws away answers that were overtaken.
 * `load` must be stable between renders (useCallback).
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [data, setData] = useState<T | null>(null);
  const [busy, setBusy] = useState(true);
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState({ quiet: false });
  /** Edits since the load under way began: its answer may have been read before them. */
  const edits = useRef<((data: T) => T)[]>([]);

  useEffect(() => {
    const abort = new AbortController();
    let again: ReturnType<typeof setTimeout>;
    edits.current = [];
    if (!turn.quiet) setBusy(true);
    load(abort.signal)
      .then((answer) => {
        if (abort.signal.aborted) return;
        setData(edits.current.reduce((data, edit) => edit(data), answer));
        setFailed(false);
        setBusy(false);
      })
      .catch((error) => {
        if (abort.signal.aborted) return;
        console.error(error);
        setFailed((before) => before || !turn.quiet);
        setBusy(false);
        // What was asked for in silence is missed by nobody who could ask again.
        if (turn.quiet) again = setTimeout(() => setTurn({ quiet: true }), AGAIN_MS);
      });
    return () => {
      abort.abort();
      clearTimeout(again);
    };
  }, [load, turn]);

  const reload = useCallback(() => setTurn({ quiet: false }), []);
  const refresh = useCallback(() => setTurn({ quiet: true }), []);
  useWindowEvent('online', reload, failed);
  const change = useCallback((edit: (data: T) => T) => {
    edits.current.push(edit);
    setData((now) => (now === null ? now : edit(now)));
  }, []);
  return { data, busy, failed, reload, refresh, change };
}
