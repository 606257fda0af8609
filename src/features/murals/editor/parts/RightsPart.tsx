import { LICENSE_CHOICE } from '../../mural-license.ts';
import { BeforePicture } from '../BeforePicture.tsx';
import type { FinishedWall } from '../finished-walls.api.ts';
import { editorFields, type OpenMural } from '../use-mural-form.ts';
import { EditorPart } from './EditorPart.tsx';

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
      {field('license', { label: 'Photo license', ...LICENSE_CHOICE })}
    </EditorPart>
  );
}
