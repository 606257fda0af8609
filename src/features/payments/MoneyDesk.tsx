import type { AssignmentKey } from '#lib/assignment-key.ts';
import { Folded } from '#ui/Folded.tsx';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { NextPart } from './NextPart.tsx';
import { PartRow } from './PartRow.tsx';
import { nextPart, receivedLine } from './payment.ts';
import { usePayments } from './use-payments.ts';

/** The parts of a price for either side: the next one large, the others as a list. */
export function MoneyDesk({ of }: { of: AssignmentKey }) {
  const desk = usePayments(of);
  const { money } = desk;
  if (!money && desk.failed) return <LoadFailed what="The payments" onRetry={desk.reload} />;
  if (!money) return null;
  const next = nextPart(money);
  const others = money.parts.filter((part) => part !== next);
  const title = (
    <h3 id="money" tabIndex={-1} className="inline font-display text-xl outline-none">
      Money
    </h3>
  );
  const parts = others.length > 0 && (
    <ol aria-label="Other parts" className="divide-y divide-line border-line border-y">
      {others.map((part) => (
        <PartRow key={part.id} desk={desk} money={money} part={part} />
      ))}
    </ol>
  );
  return (
    <section aria-labelledby="money" className="flex min-w-0 flex-col gap-4">
      {next ? (
        <>
          {title}
          <NextPart key={next.id} desk={desk} money={money} part={next} />
          <p role="status" className="font-semibold">
            {receivedLine(money)}
          </p>
          {parts}
          <p className="text-ink-2 text-sm">Muro takes and holds no money.</p>
        </>
      ) : (
        <Folded title={title} line={receivedLine(money)}>
          {parts}
        </Folded>
      )}
    </section>
  );
}
