import { useCallback, useMemo, useState } from 'react';

/** Which rows of a page are chosen; what the page no longer shows is not. */
export function useChoice(rows: readonly { id: string }[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(
    () => new Set(rows?.flatMap(({ id }) => (ids.has(id) ? [id] : []))),
    [rows, ids],
  );
  const choose = useCallback((id: string, on: boolean) => {
    setIds((before) => {
      const next = new Set(before);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const chooseAll = useCallback(
    (on: boolean) => setIds(new Set(on ? rows?.map(({ id }) => id) : [])),
    [rows],
  );
  return { chosen, choose, chooseAll };
}
