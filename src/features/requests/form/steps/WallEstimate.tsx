import { EstimateRange } from '#features/estimates/EstimateRange.tsx';
import { estimate } from '#features/estimates/estimate.ts';
import { complexityOf, designName } from '#features/estimates/estimate-rates.ts';
import type { EstimateRates } from '#features/estimates/rates-row.ts';
import { rangeLabel } from '#features/estimates/rounding.ts';
import { SURFACES } from '#lib/options.ts';
import type { QuoteDraft } from '../../quote-fields.ts';

interface Props {
  feet: { width: number; height: number };
  draft: QuoteDraft;
  unsure: boolean;
  rates: EstimateRates;
  /** The range alone, where all of it stands elsewhere and is read out there. */
  brief: boolean;
  onChangeStyle: () => void;
}

/** The estimate for the wall that the form describes so far. */
export function WallEstimate(props: Props) {
  const { feet, draft, unsure, rates, brief, onChangeStyle } = props;
  const surface = SURFACES.find((one) => one === draft.surface_type) ?? null;
  const wall = {
    widthFt: feet.width,
    heightFt: feet.height,
    complexity: complexityOf(draft.style_preference),
    surface: unsure ? null : surface,
    city: draft.city || null,
  };
  const found = estimate(wall, rates);
  if (!found) return null;
  return (
    <div>
      {brief ? (
        <p>
          <span className="block text-ink-2 text-sm">Walls like this one usually cost</span>
          <strong className="font-display text-xl">{rangeLabel(found)}</strong>
        </p>
      ) : (
        <EstimateRange found={found} checkedOn={rates.checked_on} />
      )}
      <p className="mt-1 text-ink-2 text-sm">
        <span>{`Priced for ${designName(wall.complexity)}. `}</span>
        <button
          type="button"
          className="min-h-11 cursor-pointer text-start underline underline-offset-4"
          onClick={onChangeStyle}
        >
          {wall.complexity ? 'Change the style' : 'Choose a style'}
        </button>
      </p>
    </div>
  );
}
