import { LIMITS } from '#lib/limits.ts';
import { optionLabel, STYLES, SURFACES } from '#lib/options.ts';
import { Button } from '#ui/Button.tsx';
import { type FieldView, FormField } from '#ui/forms/FormField.tsx';
import { CheckboxGroup } from '#ui/forms/toggles.tsx';
import { FinishedMuralPictures } from './FinishedMuralPictures.tsx';
import { type FinishedMuralDraft, pastMonths } from './finished-mural.ts';
import { type FinishedMuralFormProps, useFinishedMuralForm } from './use-finished-mural-form.ts';

const surfaces = SURFACES.map((value) => ({ value, label: optionLabel(value) }));
const styles = STYLES.map((value) => ({ value, label: optionLabel(value) }));

/** Everything of a mural page, suggested from the request, before it is published. */
export function FinishedMuralForm(props: FinishedMuralFormProps) {
  const { finished, onClose } = props;
  const { form, draft, set } = useFinishedMuralForm(props);
  const field = (
    name: Exclude<keyof FinishedMuralDraft, 'pictures' | 'styles'>,
    view: FieldView,
  ) => (
    <FormField
      {...view}
      name={name}
      error={form.errors[name]}
      value={draft[name]}
      onText={(text) => set(name, text as FinishedMuralDraft[typeof name])}
    />
  );
  return (
    <form {...form.props} className="flex flex-col gap-5 rounded-card border border-line p-5">
      <FinishedMuralPictures
        finished={finished}
        chosen={draft.pictures}
        error={form.errors.pictures}
        onChosen={(pictures) => set('pictures', pictures)}
      />
      {field('title', { label: 'Title', required: true })}
      {field('description', { label: 'About the mural', limit: LIMITS.cityDescription })}
      <div className="grid gap-5 sm:grid-cols-2">
        {field('city', { label: 'City' })}
        {field('state', { label: 'State' })}
      </div>
      {field('location_details', {
        label: 'Where exactly',
        hint: finished.consent
          ? 'The client agrees that this is shown.'
          : 'We’ll ask the client. Until they agree, the page shows only the city.',
      })}
      <div className="grid gap-5 sm:grid-cols-2">
        {field('month', { label: 'Finished in', required: true, options: pastMonths() })}
        {field('surface_type', { label: 'Surface', options: surfaces, placeholder: 'Not said' })}
      </div>
      <CheckboxGroup
        legend="Styles"
        name="styles"
        options={styles}
        chosen={draft.styles}
        onChosen={(chosen) => set('styles', chosen)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          Publish Mural Page
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
