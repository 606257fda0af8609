import { stylesAfter } from '#features/artists/list-chips.ts';
import { LIMITS } from '#lib/limits.ts';
import { wordFor } from '#lib/options.ts';
import { ChipsField } from '#ui/forms/ChipsField.tsx';
import { UNTITLED } from '../../mural.ts';
import { editorFields, type OpenMural } from '../use-mural-form.ts';
import { EditorPart } from './EditorPart.tsx';

interface Props {
  form: OpenMural;
  /** Styles that the artist works in. */
  suggested: string[];
}

/** What the mural is called, shows and looks like. */
export function StoryPart({ form, suggested }: Props) {
  const field = editorFields(form);
  return (
    <EditorPart title="The mural">
      {field('title', { label: 'Title', required: true, placeholder: wordFor(UNTITLED) })}
      {field('description', {
        label: 'Story',
        limit: LIMITS.muralStory,
        rows: 6,
      })}
      <ChipsField
        {...stylesAfter(suggested)}
        label="Styles"
        name="styles"
        chosen={form.draft.styles}
        error={form.errors.styles}
        onChosen={(styles) => form.set('styles', styles)}
      />
    </EditorPart>
  );
}
