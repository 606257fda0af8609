import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { likelyStage } from '#features/diary/diary.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { LiveRegion } from '#ui/LiveRegion.tsx';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { ConversationSkeleton } from './ConversationSkeleton.tsx';
import type { Message } from './conversation.ts';
import { liveConversation } from './live-conversation.store.ts';
import { closedSentence, conversationRows } from './live-conversation.ts';
import { MessageBox } from './MessageBox.tsx';
import { MessageList } from './MessageList.tsx';
import { PlaceConsent } from './PlaceConsent.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { useAnnouncement } from './use-announcement.ts';

interface Props {
  of: AssignmentKey;
  artistName: string;
  /** What the artist's page calls the client, once it may. */
  clientName?: string | null | undefined;
  /** It is opened to write the first words: the focus goes to the box. */
  begins?: boolean;
  /** The artist's state on the request has changed since this was opened, or the conversation was reported. */
  onMoved?: () => void;
}

const WRITES_IN = {
  en: (client: string) => `${client} writes in English`,
  es: (client: string) => `${client} writes in Spanish`,
};

/** A conversation: what was written and what happened, and a box to write in while that is possible. */
export function ConversationView({ of, artistName, clientName, begins = false, onMoved }: Props) {
  const [conversation] = useState(() => liveConversation(of));
  const state = useSyncExternalStore(conversation.listen, conversation.get, conversation.get);
  useEffect(() => conversation.follow(), [conversation]);
  const { data, failed, readAtOpening } = state;
  const other = data?.side === 'artist' ? clientName || 'the client' : artistName;
  const [reported, setReported] = useState<Message | null>(null);
  const said = useAnnouncement(state, other);
  const end = useRef<() => void>(() => {});

  // A proposal that was changed leaves the state as it was.
  const now = data && `${data.state} ${data.reported} ${data.events.length}`;
  const known = useRef(now);
  const told = useRef(onMoved);
  told.current = onMoved;
  useEffect(() => {
    if (now && known.current && now !== known.current) told.current?.();
    known.current = now;
  }, [now]);

  if (!data && failed) {
    return <LoadFailed text="The conversation didn’t load." onRetry={conversation.reload} />;
  }
  if (!data) return <ConversationSkeleton />;
  // Photos that the artist of a job sends may be of the wall at work.
  const works = data.side === 'artist' && ['accepted', 'completed'].includes(data.state ?? '');
  const likely = works ? likelyStage(data.messages.flatMap(({ stage }) => stage ?? [])) : null;
  return (
    <div className="flex flex-col overflow-hidden rounded-card border border-line bg-paper-2">
      {data.client_writes_in && (
        <p className="border-line border-b px-4 py-2 text-ink-2 text-sm sm:px-5">
          {WRITES_IN[data.client_writes_in](clientName?.split(' ')[0] || 'The client')}
        </p>
      )}
      {!data.reported && (
        <MessageList
          conversation={conversation}
          data={data}
          rows={conversationRows({ data, readAtOpening, artist: artistName, now: new Date() })}
          state={state}
          other={other}
          end={end}
          onReport={setReported}
        />
      )}
      {data.side === 'client' && data.state === 'completed' && (
        <PlaceConsent conversation={conversation} artist={artistName} />
      )}
      {data.open ? (
        <MessageBox
          conversation={conversation}
          other={other}
          autoFocus={begins}
          stage={likely}
          onSent={() => end.current()}
        />
      ) : (
        <p
          role="status"
          className="border-line border-t px-4 py-4 text-ink-2 first:border-t-0 sm:px-5"
        >
          {closedSentence(data, artistName)}
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
