import { useRef } from 'react';
import { SITE } from '#config/site.ts';
import { withTax } from '#features/agreements/sales-tax.ts';
import { dayLabel, dollars } from '#lib/format.ts';
import { wordFor } from '#lib/options.ts';
import { SmallButton } from '#ui/Button.tsx';
import { printOne } from '#ui/print-one.ts';
import { lastNote, type Money, type Part, receivedOn } from './payment.ts';

/** The receipt of a part that arrived, on paper alone. */
export function Receipt({ money, part }: { money: Money; part: Part }) {
  const paper = useRef<HTMLElement>(null);
  const report = lastNote(money, part, 'report');
  const facts = [
    ['From', money.client],
    ['To', money.artist],
    ['Request', money.reference],
    ['Wall', money.wall],
    ['For', wordFor(part.label)],
    ['Amount', withTax(dollars(part.amount), money.tax)],
    ['Part of', part.whole > part.amount ? dollars(part.whole) : ''],
    ['Price of the mural', withTax(dollars(money.price), money.tax)],
    ['Paid', report && `${report.how}, ${dayLabel(report.paid_on ?? '')}`],
    ['Received', receivedOn(money, part)],
    ['Agreement (SHA-256)', money.hash],
  ];
  return (
    <>
      <SmallButton className="min-h-11 self-start" onClick={() => printOne(paper.current)}>
        Print Receipt
      </SmallButton>
      <article
        ref={paper}
        aria-label={`Receipt: ${wordFor(part.label)}`}
        className="hidden flex-col gap-6 print:data-print:flex"
      >
        <p className="font-display text-2xl">{`${SITE.name}: Receipt`}</p>
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-3">
          {facts.map(
            ([name, value]) =>
              Boolean(value) && (
                <div key={name} className="contents">
                  <dt>{name}</dt>
                  <dd className="font-semibold wrap-anywhere">{value}</dd>
                </div>
              ),
          )}
        </dl>
      </article>
    </>
  );
}
