import { LIMITS } from '#lib/limits.ts';
import { EditFoot } from '#ui/forms/EditFoot.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { type Message, messageReportSchema } from './conversation.ts';
import type { LiveConversation } from './live-conversation.store.ts';

interface Props {
  conversation: LiveConversation;
  /** Null while nothing is to be reported. */
  message: Message | null;
  other: string;
  onClose: () => void;
}

/** Asks before a message is reported, and for the reason if the reader wants to give one. */
export function ReportDialog({ conversation, message, other, onClose }: Props) {
  const form = useTypedForm({
    begin: () => ({ reason: '' }),
    schema: messageReportSchema,
    send: async (report) => {
      if (!message) return;
      await conversation.report(message.id, report.reason ?? '');
      onClose();
      void toast.success('Thanks – we’ll take a look.');
    },
    explain: (error) => {
      console.error(error);
      return conversation.explain(error, 'That wasn’t reported. Try again.');
    },
  });
  return (
    <Dialog open={message !== null} onClose={onClose} title="Report this message?">
      <form {...form.props} className="flex flex-col gap-5">
        <p>
          The conversation with <span>{other}</span> is hidden from you and closed for both, and we
          read it. This can’t be undone.
        </p>
        {textFields(form)('reason', { label: 'What is wrong?', limit: LIMITS.reason })}
        <EditFoot danger label="Report" busy={form.busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
