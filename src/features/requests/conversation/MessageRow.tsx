import { memo, type ReactNode } from 'react';
import { STAGE_LABELS } from '#features/diary/diary.ts';
import type { RequestSide } from '#features/jobs/job.ts';
import { Pictures } from '#features/pictures/Pictures.tsx';
import { wordFor } from '#lib/options.ts';
import { cx } from '#ui/cx.ts';
import type { Pieces } from '#ui/pieces.ts';
import { SendingLine } from '#ui/SendingLine.tsx';
import { clockTime } from './clock-time.ts';
import type { Message } from './conversation.ts';
import type { LiveConversation } from './live-conversation.store.ts';
import type { ConversationRow, ConversationState } from './live-conversation.ts';
import { picturesOf } from './pictures-of.ts';

interface Props {
  row: ConversationRow;
  other: string;
  side: RequestSide;
  conversation: LiveConversation;
  /** Where pictures are, and which are still to follow. */
  state: Pick<ConversationState, 'local' | 'remote' | 'sending'>;
  onReport: (message: Message) => void;
}

/** What is out of sight is laid out when it comes near. */
const SKIPPED = '[content-visibility:auto] [contain-intrinsic-size:auto_3.5rem]';
const NO_PICTURES = [] as const;

/** One line of a conversation. */
export function MessageRow({ row, other, side, conversation, state, onReport }: Props) {
  switch (row.kind) {
    case 'day':
      return <Line className="py-2 font-semibold text-ink-2">{row.label}</Line>;
    case 'new':
      return (
        <Line className="py-1 font-semibold text-brand before:h-px before:flex-1 before:bg-brand after:h-px after:flex-1 after:bg-brand">
          New
        </Line>
      );
    case 'event':
      return (
        <Line className="flex-col py-2 text-ink-2">
          <span>{row.text}</span>
          {row.reason && <q className="max-w-prose whitespace-pre-line">{wordFor(row.reason)}</q>}
        </Line>
      );
    case 'message': {
      const { message, last, seen } = row;
      const mine = message.sender === side;
      const bubble = { message, who: mine ? 'You' : other, mine, last, seen, onReport };
      if (message.pictures.length === 0) return <Bubble {...bubble} />;
      return <PictureBubble {...bubble} conversation={conversation} state={state} />;
    }
  }
}

// No anchor for scrolling: older messages come between such a line and what stands under it now.
const LINE_CLASS =
  'flex items-center justify-center gap-x-3 text-center text-sm wrap-anywhere [overflow-anchor:none]';

function Line({ className, children }: { className: string; children: ReactNode }) {
  return <li className={cx(LINE_CLASS, className)}>{children}</li>;
}

interface BubbleProps {
  message: Message;
  who: string;
  mine: boolean;
  last: boolean;
  seen: boolean;
  onReport: (message: Message) => void;
}

type PictureBubbleProps = BubbleProps & Pick<Props, 'conversation' | 'state'>;

/** A message with pictures: they stand above its text, if it has one. */
function PictureBubble({ conversation, state, ...bubble }: PictureBubbleProps) {
  const { message, mine, who } = bubble;
  const { key } = message;
  const local = (key && state.local[key]) || NO_PICTURES;
  const pictures = picturesOf(message, mine ? null : who, { local, remote: state.remote });
  const lost = message.pictures.map(({ path }) => path).filter((path) => path in state.remote);
  const sending = state.sending.find((one) => one.key === key);
  return (
    <Bubble
      {...bubble}
      above={<Pictures pictures={pictures} onAgain={() => conversation.showPictures(lost)} />}
      below={
        sending && (
          <SendingLine
            message={sending}
            refused="Not all photos were sent."
            waiting="Not all photos are sent yet. They’ll go out when you’re back online."
            outbox={conversation}
          />
        )
      }
    />
  );
}

const Bubble = memo(function Bubble(props: BubbleProps & { above?: Pieces; below?: Pieces }) {
  const { message, who, mine, last, seen, onReport, above, below } = props;
  return (
    <li
      className={cx(
        'flex flex-col',
        above ? 'gap-1 py-1' : SKIPPED,
        mine ? 'items-end' : 'items-start',
      )}
    >
      {message.stage && <p className={STAGE_CLASS}>{STAGE_LABELS[message.stage]}</p>}
      {above}
      {message.body && (
        <p
          className={cx(
            BUBBLE_CLASS,
            mine ? 'bg-river text-paper-2' : 'border border-line bg-paper',
          )}
        >
          <span className="sr-only">{`${who}: `}</span>
          <span>{message.body}</span>
        </p>
      )}
      {below}
      {(last || seen) && (
        <p className="flex min-h-6 items-center gap-x-3 px-1 text-ink-2 text-sm">
          <time dateTime={message.created_at}>{clockTime(message.created_at)}</time>
          {seen && <span>Seen</span>}
          {!mine && (
            <button
              type="button"
              className="min-h-6 cursor-pointer underline underline-offset-2"
              aria-label={`Report this message of ${clockTime(message.created_at)}`}
              onClick={() => onReport(message)}
            >
              Report
            </button>
          )}
        </p>
      )}
    </li>
  );
});

/** How far the wall is on the photos under it. */
export const STAGE_CLASS = 'px-1 font-semibold text-ink-2 text-sm';

/** The shape of what its writer typed; its text is never a link. */
export const BUBBLE_CLASS =
  'max-w-[min(85%,34rem)] whitespace-pre-wrap rounded-card px-4 py-2 text-start wrap-anywhere';
