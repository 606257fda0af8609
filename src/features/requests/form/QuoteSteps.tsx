import type { WallPhotosView } from '../photos/use-wall-photos.ts';
import { isAnswered, missingFields } from './missing-fields.ts';
import { StillNeeded } from './StillNeeded.tsx';
import { BudgetStep } from './steps/BudgetStep.tsx';
import { ContactStep } from './steps/ContactStep.tsx';
import type { ChoosableMurals } from './steps/choosable-mural.ts';
import { LookStep } from './steps/LookStep.tsx';
import type { EstimateProps } from './steps/QuoteEstimate.tsx';
import { SizeStep } from './steps/SizeStep.tsx';
import { Step } from './steps/Step.tsx';
import type { StepProps } from './steps/step-props.ts';
import { LAST_STEP, STEPS, stepOfField } from './steps/steps.ts';
import { WallStep } from './steps/WallStep.tsx';
import { WordsStep } from './steps/WordsStep.tsx';

interface QuoteStepsProps extends Pick<StepProps, 'quote'> {
  photos: WallPhotosView;
  rates: EstimateProps['rates'];
  cities: readonly string[];
  murals: ChoosableMurals;
}

/** The form as questions about a wall: the wall, its size, the look, the words, the budget, the person. */
export function QuoteSteps({ quote, photos, rates, cities, murals }: QuoteStepsProps) {
  const { step, picked, back } = quote.steps;
  // What the last step asks itself is in sight there.
  const missing = missingFields(quote.draft).filter((field) => stepOfField(field) < LAST_STEP);
  const answered = STEPS.map(({ fields }) => isAnswered(quote.draft, fields));
  const at = (n: number) => ({ n, active: step, answered, onBack: back });
  const props = { quote, onPicked: picked };
  return (
    <div className="quote-steps">
      <Step {...at(0)} question="What’s the wall like? Guesses are fine.">
        <WallStep {...props} cities={cities} photos={photos} />
      </Step>
      <Step {...at(1)}>
        <SizeStep {...props} />
      </Step>
      <Step {...at(2)} question="Pick murals you like. Artists will see them.">
        <LookStep {...props} murals={murals} />
      </Step>
      <Step {...at(3)}>
        <WordsStep quote={quote} />
      </Step>
      <Step {...at(4)}>
        <BudgetStep {...props} rates={rates} />
      </Step>
      <Step {...at(5)} question="Only the artists you choose see this.">
        <ContactStep quote={quote} />
        <div className="empty:hidden md:hidden">
          <StillNeeded fields={missing} onReveal={quote.steps.reveal} />
        </div>
      </Step>
    </div>
  );
}
