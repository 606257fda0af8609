import type { ReactNode } from 'react';
import { LIMITS } from '#lib/limits.ts';
import { reasonSchema } from '#lib/reason.ts';
import { EditFoot } from '../forms/EditFoot.tsx';
import { textFields } from '../forms/FormField.tsx';
import type { Explain } from '../forms/use-form-errors.ts';
import { useTypedForm } from '../forms/use-typed-form.ts';
import { Dialog } from '../overlays/Dialog.tsx';
import { toast } from '../overlays/toast.ts';

interface Props<Row> {
  /** What is about to be hidden; nothing is open without it. */
  row: Row | null;
  title: string;
  /** What follows from it. */
  children: (row: Row) => ReactNode;
  /** What it mostly is, to be changed. */
  suggestion?: (row: Row) => string;
  /** 'Hide Review'. */
  action: string;
  send: (row: Row, reason: string) => Promise<unknown>;
  /** What to say of a refusal, beside the reason or as a toast. */
  explain: Explain<'reason'>;
  done: string;
  onClose: () => void;
  onHidden: () => void;
}

/** Takes something off the pages, with a reason for the person it concerns. */
export function ReasonDialog<Row extends { id: string }>(props: Props<Row>) {
  const { row, title, onClose } = props;
  return (
    <Dialog open={row !== null} onClose={onClose} title={title}>
      {row !== null && <ReasonForm key={row.id} {...props} row={row} />}
    </Dialog>
  );
}

function ReasonForm<Row extends { id: string }>(options: Props<Row> & { row: Row }) {
  const { row, children, suggestion, action, send, explain, done, onClose, onHidden } = options;
  const form = useTypedForm({
    begin: () => ({ reason: suggestion?.(row) ?? '' }),
    schema: reasonSchema,
    send: async ({ reason }) => {
      await send(row, reason);
      void toast.success(done);
      onHidden();
      onClose();
    },
    explain,
  });
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <p className="wrap-anywhere">{children(row)}</p>
      {textFields(form)('reason', { label: 'Reason', required: true, limit: LIMITS.reason })}
      <EditFoot danger label={action} busy={form.busy} onCancel={onClose} />
    </form>
  );
}
