import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { paths } from '#config/paths.ts';
import type { ShellAccount } from '#features/accounts/account-types.ts';
import type { Artist } from '#features/artists/artist.ts';
import { StylesField } from '#features/artists/StylesField.tsx';
import { coordinatesText } from '#features/map/coordinates.ts';
import type { Position } from '#features/map/projection.ts';
import { LIMITS } from '#lib/limits.ts';
import { optionLabel, SURFACES } from '#lib/options.ts';
import { again } from '#ui/again.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { type FieldView, FormField } from '#ui/forms/FormField.tsx';
import { type BothSides, SavedElsewhere } from '#ui/forms/SavedElsewhere.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { toast } from '#ui/toast.ts';
import { useAttempt } from '#ui/use-attempt.ts';
import { LICENSES, UNTITLED } from '../mural.ts';
import type { MuralDraft, MuralField, OwnMural } from '../mural-form.ts';
import { LICENSE_LABELS } from '../mural-labels.ts';
import { BeforePicture } from './BeforePicture.tsx';
import { EditorBar } from './EditorBar.tsx';
import { MuralPictures } from './MuralPictures.tsx';
import { MuralPreview } from './MuralPreview.tsx';
import { MuralStateBadge } from './MuralStateBadge.tsx';
import { useMuralForm } from './use-mural-form.ts';

const MuralPoint = lazy(() => again(() => import('./MuralPoint.tsx')));

interface Props {
  account: ShellAccount;
  artist: Artist;
  mural: OwnMural;
  onMural: (mural: OwnMural) => void;
  onBack: () => void;
  onRemove: () => void;
}

type TextField = {
  [F in MuralField]: MuralDraft[F] extends string ? F : never;
}[MuralField];

const licenses = LICENSES.map((value) => ({ value, label: LICENSE_LABELS[value] }));

/** Everything of one mural. It saves itself; publishing is a press of its own. */
export function MuralEditor({ account, artist, mural, onMural, onBack, onRemove }: Props) {
  const form = useMuralForm(mural, onMural);
  const { draft, errors, set, change } = form;
  const [previewing, setPreviewing] = useState(false);
  const mediums = useId();
  const showing = useAttempt((error) => console.error(error));
  const show = (visible: boolean) =>
    showing.attempt(async () => {
      if (!(await form.show(visible))) return;
      void toast.success(visible ? 'Mural published' : 'Mural unpublished');
    });
  const back = async () => {
    // What cannot be saved yet keeps its form.
    if (await form.flush()) onBack();
  };
  const field = (name: TextField, view: FieldView) => (
    <FormField
      {...view}
      name={name}
      error={errors[name]}
      value={draft[name]}
      onText={(text) => set(name, text as never)}
    />
  );
  const surfaces = [
    ...SURFACES.map((value) => ({ value: value as string, label: optionLabel(value) })),
    // What was written before the choices were.
    ...(draft.surface_type && !(SURFACES as readonly string[]).includes(draft.surface_type)
      ? [{ value: draft.surface_type, label: draft.surface_type }]
      : []),
  ];
  const measured = draft.width_ft.trim() !== '' && draft.height_ft.trim() !== '';
  const writtenSize = measured || mural.width_ft !== null ? null : mural.dimensions;
  return (
    <section aria-label="Edit mural" className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink
          variant="ghost"
          size="sm"
          href={paths.dashboard('artist', 'murals')}
          onClick={(event) => {
            event.preventDefault();
            void back();
          }}
        >
          <span aria-hidden="true">←</span> All Murals
        </ButtonLink>
        <MuralStateBadge mural={mural} />
        {mural.public_visible && (
          <a href={paths.mural(mural.slug)} className="font-semibold underline underline-offset-4">
            View page
          </a>
        )}
        <Button variant="ghost" size="sm" className="ml-auto" onClick={onRemove}>
          Remove
        </Button>
      </div>
      <h2 className="-mt-4 font-display text-3xl wrap-anywhere sm:text-4xl">
        {draft.title.trim() || UNTITLED}
      </h2>
      {mural.hidden_at && (
        <p role="status" className="rounded-card border border-danger bg-paper-2 p-4 wrap-anywhere">
          <strong>This mural was taken down by an admin.</strong> <span>{mural.hidden_reason}</span>
        </p>
      )}
      <form
        method="post"
        noValidate
        className="flex flex-col gap-10"
        onSubmit={(event) => {
          event.preventDefault();
          void form.flush();
        }}
      >
        <Part title="Pictures">
          <MuralPictures
            userId={account.id}
            artist={artist}
            draft={draft}
            error={errors.pictures}
            onPictures={(by) => change('pictures', by)}
            onDetails={(by) => change('picture_details', by)}
          />
        </Part>
        <Part title="The mural">
          {field('title', { label: 'Title', required: true, placeholder: 'Untitled mural' })}
          {field('description', {
            label: 'Story',
            limit: LIMITS.muralStory,
            rows: 6,
            hint: 'What it shows, for whom you painted it, and why it looks as it does.',
          })}
          <StylesField
            chosen={draft.styles}
            suggested={artist.styles}
            error={errors.styles}
            onChosen={(styles) => set('styles', styles)}
          />
        </Part>
        <Part title="Where it is">
          <div className="grid gap-6 sm:grid-cols-2">
            {field('city', { label: 'City' })}
            {field('state', { label: 'State', hint: 'TX or Texas' })}
          </div>
          {field('location_details', {
            label: 'Address in words',
            placeholder: '12 Mill Street, facing the river',
          })}
          <Suspense fallback={<Skeleton className="h-96" />}>
            <MuralPoint
              point={draft.point}
              city={draft.city}
              state={draft.state}
              onPoint={(point) => set('point', point)}
            />
          </Suspense>
        </Part>
        <Part title="The wall">
          <div className="grid gap-6 sm:grid-cols-2">
            {field('width_ft', { label: 'Width in feet', inputMode: 'decimal' })}
            {field('height_ft', { label: 'Height in feet', inputMode: 'decimal' })}
          </div>
          {writtenSize && (
            <p className="text-ink-2 text-sm">{`The page says “${writtenSize}” until both are filled in.`}</p>
          )}
          <div className="grid gap-6 sm:grid-cols-2">
            {field('surface_type', {
              label: 'Surface',
              options: surfaces,
              placeholder: 'Not said',
            })}
            {field('medium', { label: 'Medium', list: mediums, placeholder: 'Acrylic' })}
            {field('date_completed', {
              label: 'Completed on',
              type: 'date',
              max: new Date().toLocaleDateString('sv'),
            })}
          </div>
          <datalist id={mediums}>
            {artist.mediums.map((medium) => (
              <option key={medium} value={medium} />
            ))}
          </datalist>
        </Part>
        <Part title="Before, and rights">
          <BeforePicture
            userId={account.id}
            url={draft.before_url}
            error={errors.before_url}
            onUrl={(url) => set('before_url', url)}
          />
          {field('credit', {
            label: 'Credit',
            placeholder: 'With Los Primos; photos by Ana Ruiz',
            hint: 'Who painted with you, and who took the pictures.',
          })}
          {field('license', {
            label: 'Licence of the pictures',
            options: licenses.slice(1),
            placeholder: LICENSE_LABELS['all-rights-reserved'],
          })}
        </Part>
        <EditorBar
          mural={mural}
          draft={draft}
          state={form.state}
          busy={showing.busy}
          onRetry={() => void form.flush()}
          onPreview={() => setPreviewing(true)}
          onShow={show}
        />
      </form>
      <MuralPreview
        open={previewing}
        artist={artist}
        draft={draft}
        onClose={() => setPreviewing(false)}
      />
      <SavedElsewhere
        sides={bothSides(form.question)}
        onDecide={form.decide}
        onClose={form.postpone}
      />
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 xl:grid-cols-[12rem_minmax(0,1fr)]"
    >
      <h3 id={id} className="font-display text-2xl">
        {title}
      </h3>
      <div className="flex max-w-4xl flex-col gap-6">{children}</div>
    </section>
  );
}

const LABELS: Record<MuralField, string> = {
  title: 'Title',
  description: 'Story',
  pictures: 'Pictures',
  picture_details: 'Details of pictures',
  before_url: 'Picture before',
  city: 'City',
  state: 'State',
  location_details: 'Address in words',
  point: 'Point on the map',
  date_completed: 'Completed on',
  surface_type: 'Surface',
  medium: 'Medium',
  width_ft: 'Width in feet',
  height_ft: 'Height in feet',
  styles: 'Styles',
  license: 'Licence',
  credit: 'Credit',
};

type Question = ReturnType<typeof useMuralForm>['question'];

function bothSides(conflicts: Question): BothSides<MuralField>[] | null {
  if (!conflicts) return null;
  return conflicts.map(({ field, mine, theirs }) => ({
    field,
    label: LABELS[field],
    mine: inWords(mine),
    theirs: inWords(theirs),
  }));
}

/** A field's value as a person reads it; pictures by how many they are. */
function inWords(value: MuralDraft[MuralField]): string {
  if (value === null) return '';
  if (typeof value === 'string') return value.startsWith('http') ? 'A picture' : value;
  if ('latitude' in value) return coordinatesText(value as Position);
  if (!Array.isArray(value)) return `${Object.keys(value).length} entries`;
  const isPictures = value.some((item) => item.startsWith('http'));
  return isPictures ? `${value.length} pictures` : value.join(', ');
}
