import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import type { Conversation } from '#domain/conversation.ts';
import { grouped } from '#domain/format.ts';
import { LIMITS } from '#domain/limits.ts';
import { charLength } from '#domain/text.ts';
import { messageDraftSchema } from '#domain/thread.ts';
import { Button } from '../Button.tsx';
import { cx } from '../cx.ts';
import { Field, useFieldControl } from '../Field.tsx';
import { useSchemaForm } from '../use-schema-form.ts';

const FAILED = 'Your message could not be sent. Please try again.';

interface Props {
  conversation: Conversation;
  other: string;
  onSent: () => void;
}

/** Where the next message is typed; what stands in it survives the page. */
export function MessageBox({ conversation, other, onSent }: Props) {
  const [body, setBody] = useState(conversation.draft.load);
  const type = (text: string) => {
    setBody(text);
    conversation.draft.save(text);
  };
  const form = useSchemaForm({
    schema: messageDraftSchema,
    fields: ['body'],
    values: { body },
    send: async (message) => {
      // Kept as a message before it goes as a draft.
      conversation.send(message.body);
      type('');
      onSent();
    },
    explain: (error) => {
      console.error(error);
      return conversation.explain(error, FAILED);
    },
  });
  const length = charLength(body);
  return (
    <form {...form.props} className="flex flex-col gap-2 border-line border-t px-4 py-4 sm:px-5">
      <Field label={`Message to ${other}`} required error={form.errors.body}>
        <MessageText
          value={body}
          onChange={(event) => type(event.target.value)}
          onKeyDown={sendOnEnter}
        />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-ink-2 text-sm">
          {length > LIMITS.message * 0.9 ? (
            <span
              role="status"
              className={cx('tabular-nums', length > LIMITS.message && 'font-semibold text-danger')}
            >
              {grouped(length)} / {grouped(LIMITS.message)}
              <span className="sr-only"> characters</span>
            </span>
          ) : (
            <span className="hidden pointer-fine:inline">
              Enter sends, Shift + Enter starts a new line.
            </span>
          )}
        </p>
        <Button type="submit" busy={form.busy} className="ms-auto">
          Send
        </Button>
      </div>
    </form>
  );
}

function MessageText(props: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={2}
      name="body"
      {...useFieldControl()}
      {...props}
      className="control field-sizing-content max-h-48 min-h-18 resize-none"
    />
  );
}

/** On a keyboard of glass Enter is the only way to a new line. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const plain = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
  if (!plain || !matchMedia('(pointer: fine)').matches) return;
  event.preventDefault();
  // One Enter too many is no mistake that needs a word.
  if (event.currentTarget.value.trim() !== '') event.currentTarget.form?.requestSubmit();
}
