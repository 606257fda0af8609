import { LICENSES } from '../../mural.ts';
import { LICENSE_LABELS } from '../../mural-labels.ts';
import { BeforePicture } from '../BeforePicture.tsx';
import type { FinishedWall } from '../finished-walls.api.ts';
import { editorFields, type OpenMural } from '../use-mural-form.ts';
import { EditorPart } from './EditorPart.tsx';

// The first is the placeholder: it holds unless another one is chosen.
const LICENSE_OPTIONS = LICENSES.slice(1).map((value) => ({ value, label: LICENSE_LABELS[value] }));

interface Props {
  form: OpenMural;
  userId: string;
  mural: string;
  wall: FinishedWall | null;
}

/** The wall before it was painted, the credit and the license. */
export function RightsPart({ form, ...source }: Props) {
  const field = editorFields(form);
  return (
    <EditorPart title="Before, and rights">
      <BeforePicture
        {...source}
        url={form.draft.before_url}
        error={form.errors.before_url}
        onUrl={(url) => form.set('before_url', url)}
      />
      {field('credit', {
        label: 'Credit',
        placeholder: 'With Los Primos; photos by Ana Ruiz',
      })}
      {field('license', {
        label: 'Photo license',
        options: LICENSE_OPTIONS,
        placeholder: LICENSE_LABELS['all-rights-reserved'],
      })}
    </EditorPart>
  );
}
