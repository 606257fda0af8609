import type { EstimateRates } from '#features/estimates/rates-row.ts';
import { feetOf } from '#features/estimates/wall-size.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { StepProps } from './step-props.ts';

const WallEstimate = lazyPart(() =>
  import('./WallEstimate.tsx').then(({ WallEstimate }) => WallEstimate),
);

export interface EstimateProps extends Pick<StepProps, 'quote'> {
  /** Null where nobody has said what walls cost. */
  rates: EstimateRates | null;
  brief?: boolean;
}

/** What such a wall usually costs; its code comes once the size is known, and until then a sentence asks for that. */
export function QuoteEstimate({ quote, rates, brief = false }: EstimateProps) {
  const { draft, details, steps } = quote;
  const feet = feetOf(draft.mural_size);
  if (!rates) return null;
  if (!feet) {
    return <p className="text-ink-2 text-sm">Add a size to see what walls like it usually cost.</p>;
  }
  return (
    <WallEstimate
      feet={feet}
      draft={draft}
      unsure={details.unsure}
      rates={rates}
      brief={brief}
      onChangeStyle={() => steps.reveal('style_preference')}
    />
  );
}
