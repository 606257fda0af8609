import { whyRefused } from '#data/why-refused.ts';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { holdSection } from '#ui/hooks/use-refocus.ts';
import { toast } from '#ui/overlays/toast.ts';
import { newReport, paymentReportSchema } from './payment.ts';
import { reportPayment } from './payments.api.ts';
import { reportDrafts } from './report-draft.store.ts';
import type { OfPart } from './use-payments.ts';

interface Options extends OfPart {
  onClose: () => void;
}

/** A report of a payment. What is typed survives a reload; pressing again after a lost answer sends the same one. */
export function usePaymentReportForm({ desk, money, part, onClose }: Options) {
  const kept = reportDrafts.of(part.id);
  const { isLatest, ...form } = useTypedForm({
    begin: () => newReport(part),
    kept,
    schema: paymentReportSchema,
    isQuiet: true,
    send: async (report, { draft, key }) => {
      holdSection('money');
      // Also what nobody typed: after a reload it is the same report.
      kept.save({ draft, key });
      const now = await reportPayment(desk.job, part.id, report, key);
      void toast.success(`We’ve let ${money.artist} know`);
      desk.show(now);
      // What was typed while it was on its way stays.
      if (!isLatest(key)) return;
      kept.erase();
      onClose();
    },
    explain: (error, fields) => {
      desk.refresh();
      return whyRefused('Your report wasn’t sent. Try again.')(error, fields);
    },
  });
  const cancel = () => {
    kept.erase();
    onClose();
  };
  return { ...form, cancel };
}
