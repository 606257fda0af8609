import { useState } from 'react';
import { dollars } from '#lib/format.ts';
import { useRefocus } from '#ui/hooks/use-refocus.ts';
import type { Pieces } from '#ui/pieces.ts';
import { PartActions } from './PartActions.tsx';
import { PartNotes } from './PartNotes.tsx';
import { PaymentReportForm } from './PaymentReportForm.tsx';
import { lastNote, overpaid } from './payment.ts';
import { Receipt } from './Receipt.tsx';
import { isReportBegun } from './report-draft.store.ts';
import type { OfPart } from './use-payments.ts';

interface Props extends OfPart {
  /** It is the next part: its likely act stands out. */
  primary?: boolean;
  children?: Pieces;
}

/** What is known about a part, and what its reader can do. */
export function PartBody({ primary = false, children, ...of }: Props) {
  const { money, part } = of;
  const [reporting, setReporting] = useState<'typed' | 'pressed' | null>(() =>
    isReportBegun(part) ? 'typed' : null,
  );
  useRefocus(reporting === null, () => (reporting ? null : document.getElementById('money')));
  const extra = overpaid(money, part);
  const reports = reporting !== null && part.can.includes('report');
  const reason = part.state === 'disputed' && lastNote(money, part, 'dispute')?.note;
  return (
    <>
      {reason && (
        <blockquote className="border-accent border-l-4 pl-4 whitespace-pre-line wrap-anywhere">
          {reason}
        </blockquote>
      )}
      {money.side === 'artist' && extra > 0 && (
        <div role="alert" className="rounded-card border-2 border-danger p-4">
          <strong>Never send money back.</strong>
          <p>{`${money.client} reported ${dollars(extra)} more than is due. Never send money back: the payment can still be reversed, and then both are gone.`}</p>
        </div>
      )}
      {children}
      {reports ? (
        <PaymentReportForm
          {...of}
          isPressed={reporting === 'pressed'}
          onClose={() => setReporting(null)}
        />
      ) : (
        <PartActions {...of} primary={primary} onReport={() => setReporting('pressed')} />
      )}
      {part.state === 'received' && <Receipt money={money} part={part} />}
      <PartNotes money={money} part={part} />
    </>
  );
}
