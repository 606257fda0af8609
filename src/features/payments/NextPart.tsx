import { TAX } from '#features/agreements/sales-tax.ts';
import { dollars } from '#lib/format.ts';
import { wordFor } from '#lib/options.ts';
import { PartBody } from './PartBody.tsx';
import { partLine, withLinks } from './payment.ts';
import type { OfPart } from './use-payments.ts';

/** The part that is next: what, how much, since when or until what, and how to pay it. */
export function NextPart(of: OfPart) {
  const { money, part } = of;
  const { side, how_to_pay, agreement } = money;
  const inForce = agreement === 'in_force' || agreement === 'amending';
  return (
    <div className="flex flex-col gap-4 rounded-card border border-line bg-paper p-5">
      <div className="flex flex-col gap-1 wrap-anywhere">
        <h4 className="font-semibold">{wordFor(part.label)}</h4>
        <p className="tabular-nums">
          <span className="font-display text-4xl">{dollars(part.amount)}</span>
          {money.tax !== 'not_said' && <span className="ms-2">{TAX[money.tax].toLowerCase()}</span>}
        </p>
        <p role="status">{partLine(money, part)}</p>
      </div>
      <PartBody {...of} primary>
        {side === 'client' && how_to_pay !== null && <HowToPay words={how_to_pay} />}
        {side === 'artist' && !how_to_pay && inForce && (
          <a href="#agreement" className="inline-flex min-h-11 items-center self-start underline">
            Add how to pay you in a new version
          </a>
        )}
      </PartBody>
    </div>
  );
}

/** The artist's own words, with their links. */
function HowToPay({ words }: { words: string }) {
  return (
    <div className="flex flex-col gap-1">
      <h5 className="font-semibold">How to pay</h5>
      <p className="whitespace-pre-line wrap-anywhere">
        {withLinks(words).map((piece, at) =>
          at % 2 === 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text
            <span key={at}>{piece}</span>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text
            <a key={at} href={piece} target="_blank" rel="noopener" className="underline">
              {piece}
            </a>
          ),
        )}
      </p>
    </div>
  );
}
