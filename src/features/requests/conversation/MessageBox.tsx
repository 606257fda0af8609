import {
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
  type KeyboardEvent,
  useState,
} from 'react';
import { type DiaryStage, STAGE_LABELS, STAGES } from '#features/diary/diary.ts';
import { ChosenPictures } from '#features/pictures/chosen/ChosenPictures.tsx';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { useChosenPictures } from '#features/pictures/chosen/use-chosen-pictures.ts';
import { CHOSEN_TYPES } from '#features/pictures/upload.ts';
import { grouped } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { charLength } from '#lib/text.ts';
import { isVisible } from '#lib/visible-text.ts';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { Textarea } from '#ui/forms/controls.tsx';
import { Field, useFieldControl } from '#ui/forms/Field.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { messageDraftSchema } from './conversation.ts';
import type { LiveConversation } from './live-conversation.store.ts';

const STAGE_OPTIONS = [
  ...STAGES.map((value) => ({ value, label: STAGE_LABELS[value] })),
  { value: '', label: 'Not for the diary' },
];
interface Props {
  conversation: LiveConversation;
  other: string;
  autoFocus: boolean;
  /** The likely stage of the wall on photos for the diary; null where there is none. */
  stage: DiaryStage | null;
  onSent: () => void;
}

/** Where the next message is typed and gets its pictures; what stands in it survives the page. */
export function MessageBox({ conversation, other, autoFocus, stage: likely, onSent }: Props) {
  const [body, setBody] = useState(conversation.draft.load);
  const chosen = useChosenPictures(conversation.draft, {
    of: 'a message',
    limit: LIMITS.messagePictures,
  });
  const [stage, setStage] = useState<DiaryStage | '' | null>(null);
  const [isOver, setOver] = useState(false);
  const type = (text: string) => {
    setBody(text);
    conversation.draft.save(text);
  };
  const form = useSchemaForm({
    schema: messageDraftSchema,
    values: { body, pictures: chosen.pictures.length },
    send: async (message) => {
      const files = await chosen.files();
      if (!files) return;
      // Kept as a message before it goes as a draft.
      const of = files.length > 0 && likely ? (stage ?? likely) : '';
      const sending = conversation.send(message.body, files, of || null);
      if (files.length > 0) await sending;
      type('');
      chosen.clear();
      onSent();
    },
    explain: (error) => {
      console.error(error);
      return conversation.explain(error, 'Your message wasn’t sent. Try again.');
    },
  });
  const drop = (event: DragEvent) => {
    setOver(false);
    if (takeFiles(event.dataTransfer, chosen.add)) event.preventDefault();
  };
  const paste = (event: ClipboardEvent) => {
    // What is copied out of a document is text with a picture of it.
    const isText = event.clipboardData.types.includes('text/plain');
    if (!isText && takeFiles(event.clipboardData, chosen.add)) event.preventDefault();
  };
  return (
    <form
      {...form.props}
      className={cx(
        'flex flex-col gap-2 border-line border-t px-4 py-4 sm:px-5 print:hidden',
        isOver && 'outline-2 outline-brand -outline-offset-4',
      )}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Field label={`Message to ${other}`} required error={form.errors.body}>
        <MessageText
          value={body}
          autoFocus={autoFocus}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => sendOnEnter(event, chosen.pictures.length > 0)}
          onPaste={paste}
        />
      </Field>
      <ChosenPictures
        label="Photos for this message"
        pictures={chosen.pictures}
        problems={chosen.problems}
        onRemove={chosen.remove}
      />
      {likely && chosen.pictures.length > 0 && (
        <FormField
          label="Stage"
          unmarked
          options={STAGE_OPTIONS}
          value={stage ?? likely}
          onText={(value) => setStage(value as DiaryStage | '')}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <FilePicker
          label="Add Photos"
          accept={CHOSEN_TYPES}
          multiple
          disabled={chosen.pictures.length >= LIMITS.messagePictures}
          onFiles={chosen.add}
        />
        <Length of={body} />
        <Button type="submit" busy={form.busy} className="ms-auto">
          Send
        </Button>
      </div>
    </form>
  );
}

/** How much of the room is taken, once it runs short; before that, how the keys work. */
function Length({ of }: { of: string }) {
  const length = charLength(of);
  return (
    <p className="text-ink-2 text-sm">
      {length > LIMITS.message * 0.9 ? (
        <span
          key="full"
          role="status"
          className={cx('tabular-nums', length > LIMITS.message && 'font-semibold text-danger')}
        >
          <span>{grouped(length)}</span> / <span>{grouped(LIMITS.message)}</span>
          <span className="sr-only"> characters</span>
        </span>
      ) : (
        <span key="keys" className="hidden pointer-fine:inline">
          Enter sends, Shift + Enter starts a new line.
        </span>
      )}
    </p>
  );
}

function MessageText(props: ComponentProps<'textarea'>) {
  return (
    <Textarea
      rows={2}
      name="body"
      {...useFieldControl()}
      {...props}
      className="control field-sizing-content max-h-48 min-h-18 resize-none"
    />
  );
}

/** Hands over the files that are dropped or pasted; false where there are none. */
function takeFiles(data: DataTransfer, add: (files: File[]) => void): boolean {
  const files = [...data.files];
  if (files.length > 0) add(files);
  return files.length > 0;
}

/** On a keyboard of glass Enter is the only way to a new line. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>, hasPictures: boolean): void {
  const plain = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
  if (!plain || !matchMedia('(pointer: fine)').matches) return;
  event.preventDefault();
  // One Enter too many is no mistake that needs a word.
  const { form, value } = event.currentTarget;
  if (isVisible(value) || hasPictures) form?.requestSubmit();
}
