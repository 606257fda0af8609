import { useId } from 'react';
import { LIST_CHIPS } from '#features/artists/list-chips.ts';
import { feetIn } from '#lib/feet.ts';
import { besideFeet } from '#lib/meters.ts';
import { optionLabel, SURFACES, wordFor } from '#lib/options.ts';
import type { OwnMural } from '../../mural-form.ts';
import { editorFields, type OpenMural } from '../use-mural-form.ts';
import { EditorPart } from './EditorPart.tsx';

interface Props {
  form: OpenMural;
  mural: OwnMural;
  /** Mediums that the artist works in. */
  mediums: readonly string[];
}

/** Size, surface, medium and date. */
export function WallPart({ form, mural, mediums }: Props) {
  const list = useId();
  const { width_ft, height_ft, surface_type } = form.draft;
  const measured = width_ft.trim() !== '' && height_ft.trim() !== '';
  const writtenSize = measured || mural.width_ft !== null ? null : mural.dimensions;
  const field = editorFields(form);
  return (
    <EditorPart title="The wall">
      <div className="grid gap-6 sm:grid-cols-2">
        {field('width_ft', {
          label: 'Width in feet',
          hint: besideFeet(feetIn(width_ft)),
          inputMode: 'decimal',
        })}
        {field('height_ft', {
          label: 'Height in feet',
          hint: besideFeet(feetIn(height_ft)),
          inputMode: 'decimal',
        })}
      </div>
      {writtenSize && (
        <p className="text-ink-2 text-sm">{`The page says “${writtenSize}” until both are filled in.`}</p>
      )}
      <div className="grid gap-6 sm:grid-cols-2">
        {field('surface_type', {
          label: 'Surface',
          options: surfaceOptions(surface_type),
          placeholder: 'Not said',
        })}
        {field('medium', { label: 'Medium', list, placeholder: wordFor('Acrylic') })}
        {field('date_completed', {
          label: 'Completed on',
          type: 'date',
          max: new Date().toLocaleDateString('sv'),
        })}
      </div>
      <datalist id={list}>
        {[...new Set([...mediums, ...LIST_CHIPS.mediums.suggested])].map((medium) => (
          <option key={medium} value={medium} />
        ))}
      </datalist>
    </EditorPart>
  );
}

/** The surfaces, and the stored one where it was written before there were choices. */
function surfaceOptions(stored: string) {
  const known: readonly string[] = SURFACES;
  const options = known.map((value) => ({ value, label: optionLabel(value) }));
  if (stored && !known.includes(stored)) options.push({ value: stored, label: wordFor(stored) });
  return options;
}
