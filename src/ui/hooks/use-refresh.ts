import { createContext, useContext, useEffect, useRef } from 'react';
import { usePoll } from './use-poll.ts';

/** What tells the parts of a page that they may have changed. */
interface News {
  /** Another one after every change. */
  version: string;
  /** Asks for it at once. */
  ask: () => void;
}
export const NewsContext = createContext<News | null>(null);

const nothing = () => {};

/**
 * Calls `refresh` after every change that the page hears of or, where it hears of none, again and again. It must be
 * stable between renders. Gives what tells the page that something was changed here.
 */
export function useRefresh(refresh: () => void): () => void {
  const news = useContext(NewsContext);
  const version = news?.version ?? null;
  const known = useRef(version);
  useEffect(() => {
    if (version === known.current) return;
    known.current = version;
    refresh();
  }, [version, refresh]);
  usePoll(refresh, news === null);
  return news?.ask ?? nothing;
}
