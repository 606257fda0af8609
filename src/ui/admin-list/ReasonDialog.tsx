import { type ReactNode, useState } from 'react';
import { LIMITS } from '#lib/limits.ts';
import { reasonSchema } from '#lib/reason.ts';
import { Button } from '../Button.tsx';
import { FormField } from '../forms/FormField.tsx';
import type { FormRefusal } from '../forms/use-form-errors.ts';
import { useSchemaForm } from '../forms/use-schema-form.ts';
import { Dialog } from '../overlays/Dialog.tsx';
import { toast } from '../overlays/toast.ts';

interface Props<Row> {
  /** What is about to be hidden; nothing is open without it. */
  row: Row | null;
  keyOf: (row: Row) => string;
  title: string;
  /** What follows from it. */
  children: (row: Row) => ReactNode;
  /** What it mostly is, to be changed. */
  suggestion?: (row: Row) => string;
  /** 'Hide Review'. */
  action: string;
  send: (row: Row, reason: string) => Promise<void>;
  /** What to say of a refusal, beside the reason or as a toast. */
  refused: (error: unknown, fields: readonly ['reason'], fallback: string) => FormRefusal<'reason'>;
  done: string;
  failed: string;
  onClose: () => void;
  onHidden: () => void;
}

/** Takes something off the pages, with a reason for the person it concerns. */
export function ReasonDialog<Row>(props: Props<Row>) {
  const { row, keyOf, title, onClose } = props;
  return (
    <Dialog open={row !== null} onClose={onClose} title={title}>
      {row !== null && <ReasonForm key={keyOf(row)} {...props} row={row} />}
    </Dialog>
  );
}

function ReasonForm<Row>(options: Props<Row> & { row: Row }) {
  const { row, children, action, send, done, failed, onClose, onHidden } = options;
  const [reason, setReason] = useState(() => options.suggestion?.(row) ?? '');
  const { props, errors, busy, clear } = useSchemaForm({
    schema: reasonSchema,
    fields: ['reason'],
    values: { reason },
    send: async (values) => {
      await send(row, values.reason);
      void toast.success(done);
      onHidden();
      onClose();
    },
    explain: (error) => options.refused(error, ['reason'], failed),
  });
  return (
    <form {...props} className="flex flex-col gap-5">
      <p className="wrap-anywhere">{children(row)}</p>
      <FormField
        label="Reason"
        required
        name="reason"
        limit={LIMITS.reason}
        error={errors.reason}
        value={reason}
        onText={(text) => {
          clear();
          setReason(text);
        }}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
