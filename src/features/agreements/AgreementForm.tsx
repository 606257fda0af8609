import { dollars } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { type FieldView, FormField } from '#ui/forms/FormField.tsx';
import { CheckboxGroup } from '#ui/forms/toggles.tsx';
import { AgreementDocument } from './AgreementDocument.tsx';
import type { ShownAgreement } from './agreement.api.ts';
import { type Accepted, type AgreementDraft, partsFor } from './agreement.ts';
import { BOXES, INCLUDED } from './included.ts';
import type { AgreementPhotos } from './MarkedWall.tsx';
import { MarkWall } from './MarkWall.tsx';
import { PartsField } from './PartsField.tsx';
import { TermsFields } from './TermsFields.tsx';
import { useAgreementForm } from './use-agreement-form.ts';

interface Props {
  photos: AgreementPhotos;
  lead: string;
  artist: string;
  begin: () => AgreementDraft;
  /** What the client accepted; null where nobody remembers. */
  accepted: Accepted | null;
  onOffered: (agreement: ShownAgreement) => void;
  onClose: () => void;
}

type Line = 'artist' | 'client' | 'wall' | 'design' | 'how_to_pay' | 'starts_on' | 'ends_on';

const OPTIONS = BOXES.map((value) => ({ value, label: INCLUDED[value] }));

/** Writes an agreement, or its next version. */
export function AgreementForm({ onClose, photos, accepted, ...options }: Props) {
  const { props, draft, errors, busy, set, theirs, discard } = useAgreementForm(options);
  const field = (name: Line, view: FieldView) => (
    <FormField
      {...view}
      name={name}
      error={errors[name]}
      value={draft[name]}
      onText={(text) => set(name, text)}
    />
  );
  return (
    <form {...props} className="flex flex-col gap-5 rounded-card border border-line p-5">
      {theirs && (
        <div role="alert" className="flex flex-col gap-3 rounded-card bg-paper-2 p-4">
          <p>{`Changed on another device: version ${theirs.version} was sent meanwhile. What you typed is still here, and becomes the next version.`}</p>
          <details>
            <summary className="cursor-pointer font-semibold">{`Version ${theirs.version}`}</summary>
            <AgreementDocument version={theirs} photos={photos} />
          </details>
        </div>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        {field('artist', { label: 'Artist', required: true })}
        {field('client', { label: 'Client', required: true })}
      </div>
      {field('wall', { label: 'Wall', required: true, limit: LIMITS.muralPlace, rows: 2 })}
      <MarkWall
        {...photos}
        photo={draft.photo}
        corners={draft.corners}
        onMark={(photo, corners) => {
          set('photo', photo);
          set('corners', corners);
        }}
      />
      {field('design', { label: 'Design', limit: LIMITS.message, rows: 3 })}
      <FormField
        label="Price in US dollars"
        name="price"
        required
        inputMode="numeric"
        className="sm:w-1/2"
        hint={
          accepted && accepted.low < accepted.high
            ? `The client accepted ${dollars(accepted.low)} to ${dollars(accepted.high)}.`
            : undefined
        }
        error={errors.price}
        value={draft.price}
        onText={(price) => {
          set('price', price);
          set('parts', partsFor(price, draft.parts));
        }}
      />
      <CheckboxGroup
        legend="Included"
        name="included"
        options={OPTIONS}
        chosen={draft.included}
        onChosen={(chosen) => set('included', chosen)}
      />
      <PartsField
        price={draft.price}
        parts={draft.parts}
        error={errors.parts}
        onParts={(parts) => set('parts', parts)}
      />
      {field('how_to_pay', {
        label: 'How to pay you',
        hint: 'You both sign it. To change it later, send a new version.',
        limit: LIMITS.howToPay,
      })}
      <div className="grid gap-5 sm:grid-cols-2">
        {field('starts_on', { label: 'First day', required: true, type: 'date' })}
        {field('ends_on', { label: 'Last day', required: true, type: 'date' })}
      </div>
      <TermsFields
        draft={draft}
        errors={errors}
        onText={set}
        onClauses={(clauses) => set('clauses', clauses)}
      />
      <p className="text-ink-2 text-sm">A template, not legal advice.</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Send to Client
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            discard();
            onClose();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
