import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { pictureAddresses } from '#features/pictures/message-pictures.api.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { useRefresh } from '#ui/hooks/use-refresh.ts';
import { readDiary } from './diary.api.ts';
import { daysOf } from './diary.ts';
import type { DiaryOutbox, DiaryProps } from './diary-props.ts';

/** The diary of a job as it is now, with what is on its way and the addresses of its photos. */
export function useDiary({ job: { lead, artist, token }, outbox: open }: DiaryProps) {
  const job = useMemo(() => ({ lead, artist, token }), [lead, artist, token]);
  const load = useCallback(async () => ({ diary: await readDiary(job) }), [job]);
  const { data, failed, reload, refresh } = useLoad(load);
  useRefresh(refresh);
  const outbox = useOutbox(open);
  const { waiting } = outbox;
  const before = useRef(0);
  useEffect(() => {
    // What has left has arrived.
    if (waiting.length < before.current) refresh();
    before.current = waiting.length;
  }, [waiting.length, refresh]);
  const days = daysOf(
    data?.diary?.entries ?? [],
    waiting.map(({ key }) => key),
  );
  const { addresses, ask } = useAddresses(
    days.flatMap(({ paths }) => paths),
    job,
  );
  return { data, failed, reload, days, addresses, ask, ...outbox };
}

const NOTHING: ReturnType<DiaryOutbox['get']> = { outgoing: [], local: {} };
const nothing = () => NOTHING;
const never = () => () => {};

/** What this browser still sends; nothing for who adds nothing. */
function useOutbox(open: DiaryProps['outbox']) {
  const [outbox, setOutbox] = useState<DiaryOutbox | null>(null);
  useEffect(() => {
    let stop = () => {};
    let closed = false;
    void open?.().then((opened) => {
      if (closed) return;
      setOutbox(opened);
      stop = opened.follow();
    });
    return () => {
      closed = true;
      stop();
    };
  }, [open]);
  const { outgoing, local } = useSyncExternalStore(
    outbox?.listen ?? never,
    outbox?.get ?? nothing,
    nothing,
  );
  const waiting = useMemo(() => outgoing.filter(({ stage }) => stage), [outgoing]);
  return { outbox, waiting, local };
}

/** Addresses of photos by their paths, each asked for once; null for one that could not be had. */
function useAddresses(paths: readonly string[], { token }: AssignmentKey) {
  const [addresses, setAddresses] = useState<Record<string, string | null>>({});
  const asked = useRef(new Set<string>());
  const ask = useCallback(
    async (some: readonly string[]) => {
      for (const path of some) asked.current.add(path);
      const found = await pictureAddresses(some, token);
      setAddresses((now) => ({ ...now, ...found }));
    },
    [token],
  );
  const all = paths.join();
  useEffect(() => {
    const fresh = all.split(',').filter((path) => path && !asked.current.has(path));
    if (fresh.length > 0) void ask(fresh);
  }, [all, ask]);
  return { addresses, ask: (some: readonly string[]) => void ask(some) };
}
