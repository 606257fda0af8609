import { QuoteFields } from './QuoteFields.tsx';
import { ShortlistOffer } from './steps/ShortlistOffer.tsx';
import type { StepProps } from './steps/step-props.ts';
import { WallPhotosField } from './steps/WallPhotosField.tsx';
import type { QuotePhotos } from './use-quote-photos.ts';

/** What goes along with the fields of the plain form, chosen in steps before. */
function beside({ details, draft }: StepProps['quote']): string {
  const { liked, place, unsure } = details;
  const said = [
    liked.length > 0 && `${liked.length} ${liked.length === 1 ? 'mural' : 'murals'} you like`,
    place && `that the wall is ${place}`,
    unsure && draft.surface_type === 'other' && 'that you are not sure what it is made of',
  ];
  return said.filter(Boolean).join(', ');
}

interface PlainFormProps extends Pick<StepProps, 'quote'> {
  photos: QuotePhotos;
}

/** The nine fields of the specification in their order, and photos. */
export function PlainForm({ quote, photos }: PlainFormProps) {
  const { draft, errors, change } = quote;
  const said = beside(quote);
  return (
    <>
      <QuoteFields draft={draft} errors={errors} onChange={change} />
      {said && <p className="text-ink-2 text-sm">{`Sent along from the steps: ${said}.`}</p>}
      <ShortlistOffer
        description={draft.project_description}
        onAdd={(text) => change('project_description', text)}
      />
      <WallPhotosField {...photos} />
    </>
  );
}
