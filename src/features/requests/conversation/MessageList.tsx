import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button, SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import type { Conversation, Message } from './conversation.ts';
import type { LiveConversation } from './live-conversation.store.ts';
import {
  type ConversationRow,
  type ConversationState,
  newestIncoming,
} from './live-conversation.ts';
import { MessageRow } from './MessageRow.tsx';
import { OutgoingBubble } from './OutgoingBubble.tsx';
import { useInSight } from './use-in-sight.ts';

interface Props {
  conversation: LiveConversation;
  data: Conversation;
  rows: readonly ConversationRow[];
  /** What is on its way, and where pictures are. */
  state: Omit<ConversationState, 'data'>;
  other: string;
  /** Is given what scrolls to the newest. */
  end: RefObject<() => void>;
  onReport: (message: Message) => void;
}

/**
 * The lines of a conversation in a box that scrolls. It is laid out from its end: the newest line is in sight at
 * opening and while the reader looks at it, and what comes above changes nothing of what is seen.
 */
export function MessageList(props: Props) {
  const { conversation, data, rows, state, other, end, onReport } = props;
  const { outgoing, local } = state;
  const box = useRef<HTMLDivElement>(null);
  const [mark, inSight] = useInSight();
  const position = newestIncoming(data)?.position ?? 0;
  const [seen, setSeen] = useState(position);
  useEffect(() => {
    if (!inSight) return;
    setSeen(position);
    if (position > 0) conversation.markRead(position);
  }, [inSight, position, conversation]);

  end.current = () => box.current?.scrollTo({ top: 0 });
  const earlier = useAction(conversation.showEarlier, 'Earlier messages didn’t load. Try again.');
  const isEmpty = data.messages.length === 0 && outgoing.length === 0;
  return (
    <div className="relative">
      <div
        ref={box}
        role="log"
        // `useAnnouncement` says what comes: older lines that are loaded are no news.
        aria-live="off"
        aria-label={`Messages with ${other}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard must be able to
        tabIndex={0}
        className="flex max-h-[min(36rem,52dvh)] min-h-40 flex-col-reverse overflow-y-auto overscroll-contain focus-visible:-outline-offset-3"
      >
        <div className="flex flex-col px-4 py-4 sm:px-5">
          {data.earlier && (
            <SmallButton
              className="mb-4 self-center [overflow-anchor:none]"
              busy={earlier.busy}
              onClick={() => {
                // The button may go with the last page.
                box.current?.focus({ preventScroll: true });
                void earlier.run();
              }}
            >
              Show Earlier Messages
            </SmallButton>
          )}
          <ol className="flex flex-col gap-1">
            {rows.map((row) => (
              <MessageRow
                key={row.key}
                row={row}
                other={other}
                side={data.side}
                conversation={conversation}
                state={state}
                onReport={onReport}
              />
            ))}
            {outgoing.map((message) => (
              <OutgoingBubble
                key={message.key}
                message={message}
                local={local[message.key] ?? []}
                conversation={conversation}
              />
            ))}
          </ol>
          {isEmpty && data.open && data.state !== 'called_off' && (
            <Nothing other={other} side={data.side} />
          )}
          <div ref={mark} aria-hidden="true" className="pointer-events-none -mt-6 h-6" />
        </div>
      </div>
      {position > seen && !inSight && (
        <Button
          size="sm"
          className="absolute inset-x-0 bottom-3 mx-auto w-max raised"
          onClick={() => {
            end.current();
            box.current?.focus({ preventScroll: true });
          }}
        >
          New messages <span aria-hidden="true">↓</span>
        </Button>
      )}
    </div>
  );
}

function Nothing({ other, side }: { other: string; side: Conversation['side'] }) {
  return (
    <p className="mx-auto max-w-sm py-8 text-center text-ink-2">
      {side === 'client'
        ? `Ask ${other} about dates, prices or the wall.`
        : `Say hello to ${other} and ask about the wall.`}
    </p>
  );
}
