import { BudgetStep } from './steps/BudgetStep.tsx';
import { ContactStep } from './steps/ContactStep.tsx';
import { LookStep } from './steps/LookStep.tsx';
import type { EstimateProps } from './steps/QuoteEstimate.tsx';
import { SizeStep } from './steps/SizeStep.tsx';
import { Step } from './steps/Step.tsx';
import type { StepProps } from './steps/step-props.ts';
import { WallPhotosField } from './steps/WallPhotosField.tsx';
import { WallStep } from './steps/WallStep.tsx';
import { WordsStep } from './steps/WordsStep.tsx';
import type { QuotePhotos } from './use-quote-photos.ts';

interface GuidedFormProps extends Pick<StepProps, 'quote'> {
  photos: QuotePhotos;
  rates: EstimateProps['rates'];
  /** Id of the list of cities. */
  cities: string;
}

/** A choice is seen before the step goes. */
const PICKED_MS = 250;

/** The form as questions about a wall: the wall, its size, the look, the words, the budget, the person. */
export function GuidedForm({ quote, photos, rates, cities }: GuidedFormProps) {
  const { step, go, back } = quote.steps;
  const at = (n: number) => ({ n, active: step, onBack: back });
  const props = (n: number) => ({
    quote,
    onPicked: () => void setTimeout(() => n === step && go(n + 1), PICKED_MS),
  });
  return (
    <div className="quote-steps">
      <Step {...at(0)} question="What’s the wall like? Guesses are fine.">
        <WallStep {...props(0)}>
          <WallPhotosField {...photos} />
        </WallStep>
      </Step>
      <Step {...at(1)} question="Size affects the price more than anything else.">
        <SizeStep {...props(1)} photo={photos.measured} />
      </Step>
      <Step
        {...at(2)}
        question="Pick murals you like. Artists will see them, and we’ll set the style to match."
      >
        <LookStep {...props(2)} preview={photos.preview} />
      </Step>
      <Step {...at(3)} question="Answer what you can, in a few words.">
        <WordsStep {...props(3)} cities={cities} />
      </Step>
      <Step {...at(4)} question="A range helps artists propose something that fits.">
        <BudgetStep {...props(4)} rates={rates} />
      </Step>
      <Step {...at(5)} question="Only the artists you choose see this.">
        <ContactStep quote={quote} />
      </Step>
    </div>
  );
}
