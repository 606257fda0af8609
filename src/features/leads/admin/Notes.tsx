import { whyRefused } from '#data/why-refused.ts';
import { LIMITS } from '#lib/limits.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { When } from '#ui/When.tsx';
import { noteLeads, removeLeadNote } from './leads.api.ts';
import { type LeadNote, noteFormSchema } from './notes.ts';

interface NotesProps {
  leadId: string;
  notes: readonly LeadNote[];
  onChanged: () => void;
}

/** What admins noted about a request; nobody else reads it. */
export function Notes({ leadId, notes, onChanged }: NotesProps) {
  return (
    <section aria-labelledby="notes" className="space-y-3 border-line border-t pt-5">
      <h3 id="notes" className="font-display text-xl">
        Notes
      </h3>
      {notes.length > 0 && (
        <ul className="divide-y divide-line">
          {notes.map((note) => (
            <Note key={note.id} note={note} onChanged={onChanged} />
          ))}
        </ul>
      )}
      <NoteForm leads={[leadId]} onDone={onChanged} />
    </section>
  );
}

function Note({ note, onChanged }: { note: LeadNote; onChanged: () => void }) {
  const { busy, run } = useAction(async () => {
    await removeLeadNote(note.id);
    void toast.success(ADMIN_TOASTS.noteRemoved);
    onChanged();
  }, ADMIN_TOASTS.removeNoteFailed);
  const by = note.author ?? 'a former admin';
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="whitespace-pre-line wrap-anywhere">{note.body}</p>
        <p className="text-ink-2 text-sm wrap-anywhere">
          <span>{by}</span> · <When iso={note.created_at} />
        </p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        busy={busy}
        aria-label={`Remove the note by ${by}`}
        onClick={() => void run()}
      >
        Remove
      </Button>
    </li>
  );
}

/** Notes the same about one request or several. */
export function NoteForm({ leads, onDone }: { leads: readonly string[]; onDone: () => void }) {
  const form = useTypedForm({
    begin: () => ({ note: '' }),
    schema: noteFormSchema,
    send: async ({ note }) => {
      await noteLeads(leads, note);
      form.set('note', '');
      void toast.success(ADMIN_TOASTS.noted);
      onDone();
    },
    explain: whyRefused(ADMIN_TOASTS.noteFailed),
  });
  return (
    <form {...form.props} className="space-y-3">
      {textFields(form)('note', {
        label: 'New note',
        hint: 'Only admins see it.',
        required: true,
        rows: 2,
        limit: LIMITS.leadNote,
      })}
      <SmallButton type="submit" busy={form.busy}>
        Add Note
      </SmallButton>
    </form>
  );
}
