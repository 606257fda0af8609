import type { AssignmentKey } from '#lib/assignment-key.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { PartHeading, titleId } from '#ui/PartHeading.tsx';
import { NextPart } from './NextPart.tsx';
import { PartRow } from './PartRow.tsx';
import { nextPart, receivedLine } from './payment.ts';
import { usePayments } from './use-payments.ts';

/** The parts of a price for either side: the next one large, the others as a list. */
export function MoneyDesk({ of }: { of: AssignmentKey }) {
  const desk = usePayments(of);
  const { money } = desk;
  if (!money && desk.failed)
    return <LoadFailed text="The payments didn’t load." onRetry={desk.reload} />;
  if (!money) return null;
  const next = nextPart(money);
  const others = money.parts.filter((part) => part !== next);
  return (
    <section aria-labelledby={titleId('money')} className="flex min-w-0 flex-col gap-4">
      <PartHeading id="money" title="Money" line={receivedLine(money)} />
      {next && <NextPart key={next.id} desk={desk} money={money} part={next} />}
      {others.length > 0 && (
        <ol aria-label="Other parts" className="divide-y divide-line border-line border-y">
          {others.map((part) => (
            <PartRow key={part.id} desk={desk} money={money} part={part} />
          ))}
        </ol>
      )}
      <p className="text-ink-2 text-sm">Muro takes and holds no money.</p>
    </section>
  );
}
