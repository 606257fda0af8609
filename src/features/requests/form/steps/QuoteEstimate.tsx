import { type ComponentType, useEffect, useState } from 'react';
import type { EstimateRates } from '#features/estimates/estimate-rates.ts';
import { feetOf } from '#features/estimates/wall-size.ts';
import { again } from '#ui/again.ts';
import type { StepProps } from './step-props.ts';
import type { WallEstimateProps } from './WallEstimate.tsx';

export interface EstimateProps extends Pick<StepProps, 'quote'> {
  /** Null where nobody has said what walls cost. */
  rates: EstimateRates | null;
  brief?: boolean;
}

/** What such a wall usually costs; its code comes once the size is known, and until then a sentence asks for that. */
export function QuoteEstimate({ quote, rates, brief = false }: EstimateProps) {
  const { draft, details, steps } = quote;
  const [Shown, setShown] = useState<ComponentType<WallEstimateProps> | null>(null);
  const feet = feetOf(draft.mural_size);
  const wanted = feet !== null && rates !== null;
  useEffect(() => {
    if (!wanted) return;
    void again(() => import('./WallEstimate.tsx')).then((code) =>
      setShown(() => code.WallEstimate),
    );
  }, [wanted]);
  if (!rates) return null;
  if (!feet) {
    return <p className="text-ink-2 text-sm">Add a size to see what walls like it usually cost.</p>;
  }
  const onChangeStyle = () => steps.reveal('style_preference');
  const wall = { feet, draft, unsure: details.unsure, rates, brief, onChangeStyle };
  return Shown && <Shown {...wall} />;
}
