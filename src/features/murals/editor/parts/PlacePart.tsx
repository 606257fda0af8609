import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { editorFields, type OpenMural } from '../use-mural-form.ts';
import { EditorPart } from './EditorPart.tsx';

/** Loaded by itself: it brings the towns of Texas along. */
const PointPicker = lazyPart(
  () => import('#features/map/picker/PointPicker.tsx').then((code) => code.PointPicker),
  <Skeleton className="h-32" />,
);

interface Props {
  form: OpenMural;
  /** Whether the client of the wall has not agreed to show where it is. */
  withheld: boolean;
}

/** Where the mural is: in words and as a point. */
export function PlacePart({ form, withheld }: Props) {
  const field = editorFields(form);
  return (
    <EditorPart title="Where it is">
      <div className="grid gap-6 sm:grid-cols-2">
        {field('city', { label: 'City' })}
        {field('state', { label: 'State', hint: 'TX or Texas' })}
      </div>
      {withheld ? (
        <p>Until the client agrees, the page shows only the city.</p>
      ) : (
        <>
          {field('location_details', {
            label: 'Address in words',
            placeholder: '12 Mill Street, facing the river',
          })}
          <PointPicker value={form.draft.point} onChange={(next) => form.set('point', next)} />
        </>
      )}
    </EditorPart>
  );
}
