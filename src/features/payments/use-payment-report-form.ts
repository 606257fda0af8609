import { serverViolation } from '#data/server-violation.ts';
import { useKeyedDraft } from '#ui/forms/use-keyed-draft.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { holdSection } from '#ui/hooks/use-refocus.ts';
import { toast } from '#ui/overlays/toast.ts';
import {
  type Money,
  newReport,
  PAYMENT_REPORT_FIELDS,
  type Part,
  paymentReportSchema,
} from './payment.ts';
import { reportPayment } from './payments.api.ts';
import { reportDrafts } from './report-draft.store.ts';
import type { PaymentDeskState } from './use-payments.ts';

interface Options {
  desk: PaymentDeskState;
  money: Money;
  part: Part;
  onClose: () => void;
}

/** A report of a payment. What is typed survives a reload; pressing again after a lost answer sends the same one. */
export function usePaymentReportForm({ desk, money, part, onClose }: Options) {
  const kept = reportDrafts.of(part.id);
  const { draft, key, latest, ...typed } = useKeyedDraft(() => newReport(part), kept);
  const { props, errors, busy, clear } = useSchemaForm({
    schema: paymentReportSchema,
    fields: PAYMENT_REPORT_FIELDS,
    values: draft,
    isQuiet: true,
    send: async (report) => {
      holdSection('money');
      // Also what nobody typed: after a reload it is the same report.
      kept.save({ draft, key });
      const now = await reportPayment(desk.job, part.id, report, key);
      void toast.success(`We’ve let ${money.artist} know`);
      desk.show(now);
      // What was typed while it was on its way stays.
      if (latest.current.key !== key) return;
      kept.erase();
      onClose();
    },
    explain: (error) => {
      desk.refresh();
      return serverViolation(
        error,
        PAYMENT_REPORT_FIELDS,
        'Your report could not be sent. Try again.',
      );
    },
  });
  const set = (field: (typeof PAYMENT_REPORT_FIELDS)[number], text: string) => {
    typed.set(field, text);
    if (errors[field]) clear(field);
  };
  const cancel = () => {
    kept.erase();
    onClose();
  };
  return { props, draft, errors, busy, set, cancel };
}
