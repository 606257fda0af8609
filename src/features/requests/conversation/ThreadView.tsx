import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { LiveRegion } from '#ui/LiveRegion.tsx';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { closedSentence, threadRows } from './conversation.ts';
import { MessageBox } from './MessageBox.tsx';
import { MessageList } from './MessageList.tsx';
import { PlaceConsent } from './PlaceConsent.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { ThreadSkeleton } from './ThreadSkeleton.tsx';
import type { Message } from './thread.ts';
import type { ThreadProps } from './types.ts';
import { useAnnouncement } from './use-announcement.ts';

/** A conversation: what was written and what happened, and a box to write in while that is possible. */
export function ThreadView({ conversation, artistName, clientName, onMoved }: ThreadProps) {
  const state = useSyncExternalStore(conversation.listen, conversation.get, conversation.get);
  useEffect(() => conversation.follow(), [conversation]);
  const { thread, failed, readAtOpening } = state;
  const other = thread?.side === 'artist' ? clientName || 'the client' : artistName;
  const [reported, setReported] = useState<Message | null>(null);
  const said = useAnnouncement(state, other);
  const end = useRef<() => void>(() => {});

  const now = thread && `${thread.state} ${thread.reported}`;
  const known = useRef(now);
  const told = useRef(onMoved);
  told.current = onMoved;
  useEffect(() => {
    if (now && known.current && now !== known.current) told.current?.();
    known.current = now;
  }, [now]);

  if (!thread && failed) {
    return <LoadFailed what="The conversation" onRetry={conversation.reload} />;
  }
  if (!thread) return <ThreadSkeleton />;
  return (
    <div className="flex flex-col overflow-hidden rounded-card border border-line bg-paper-2">
      {!thread.reported && (
        <MessageList
          conversation={conversation}
          thread={thread}
          rows={threadRows({ thread, readAtOpening, artist: artistName, now: new Date() })}
          state={state}
          other={other}
          end={end}
          onReport={setReported}
        />
      )}
      {thread.side === 'client' && thread.state === 'completed' && (
        <PlaceConsent conversation={conversation} artist={artistName} />
      )}
      {thread.open ? (
        <MessageBox conversation={conversation} other={other} onSent={() => end.current()} />
      ) : (
        <p
          role="status"
          className="border-line border-t px-4 py-4 text-ink-2 first:border-t-0 sm:px-5"
        >
          {closedSentence(thread, artistName)}
        </p>
      )}
      <LiveRegion text={said} />
      <ReportDialog
        conversation={conversation}
        message={reported}
        other={other}
        onClose={() => setReported(null)}
      />
    </div>
  );
}
