import { useState } from 'react';
import { withTax } from '#features/agreements/sales-tax.ts';
import { dollars } from '#lib/format.ts';
import { wordFor } from '#lib/options.ts';
import { PartBody } from './PartBody.tsx';
import { partLine } from './payment.ts';
import { isReportBegun } from './report-draft.store.ts';
import type { OfPart } from './use-payments.ts';

/** A part beside the next one: where it stands, the rest behind it. */
export function PartRow(of: OfPart) {
  const { money, part } = of;
  const [typed] = useState(() => isReportBegun(part));
  return (
    <li>
      <details open={typed || undefined}>
        <summary className="min-h-11 cursor-pointer py-3">
          <span className="inline-grid w-[calc(100%-1.125rem)] grid-cols-[minmax(0,1fr)_auto] gap-x-4 align-top wrap-anywhere">
            <span className="font-semibold">{wordFor(part.label)}</span>
            <span className="tabular-nums">{withTax(dollars(part.amount), money.tax)}</span>
            <span className="col-span-2 text-ink-2 text-sm">{partLine(money, part)}</span>
          </span>
        </summary>
        <div className="flex flex-col gap-4 pb-4 pl-4">
          <PartBody {...of} />
        </div>
      </details>
    </li>
  );
}
