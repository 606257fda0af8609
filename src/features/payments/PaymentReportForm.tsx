import { dayFromNow } from '#lib/day.ts';
import { wordFor } from '#lib/options.ts';
import { textFields } from '#ui/forms/FormField.tsx';
import { FormFoot } from '#ui/forms/FormFoot.tsx';
import { usePaymentReportForm } from './use-payment-report-form.ts';
import type { OfPart } from './use-payments.ts';

interface Props extends OfPart {
  /** It was opened by a press, not by what was typed before. */
  isPressed: boolean;
  onClose: () => void;
}

/** How, when and how much the client has paid. */
export function PaymentReportForm({ isPressed, ...options }: Props) {
  const { props, busy, cancel, ...form } = usePaymentReportForm(options);
  const field = textFields(form);
  return (
    <form
      {...props}
      aria-label={`Payment: ${wordFor(options.part.label)}`}
      className="flex flex-col gap-5 rounded-card bg-paper-2 p-4"
    >
      {field('how', {
        label: 'How you paid',
        required: true,
        placeholder: 'Zelle, check, cash …',
        autoFocus: isPressed,
      })}
      <div className="grid gap-5 sm:grid-cols-2">
        {field('paid_on', { label: 'Paid on', required: true, type: 'date', max: dayFromNow(0) })}
        {field('amount', { label: 'Amount ($)', required: true, inputMode: 'numeric' })}
      </div>
      <FormFoot label="Report Payment" busy={busy} onCancel={cancel} />
    </form>
  );
}
