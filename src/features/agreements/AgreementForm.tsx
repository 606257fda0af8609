import type { Language } from '#config/language.ts';
import { LIMITS } from '#lib/limits.ts';
import { wordFor } from '#lib/options.ts';
import { FormField, textFields } from '#ui/forms/FormField.tsx';
import { FormFoot } from '#ui/forms/FormFoot.tsx';
import { Checkbox, CheckboxGroup } from '#ui/forms/toggles.tsx';
import { AgreementDocument } from './AgreementDocument.tsx';
import type { ShownAgreement } from './agreement.api.ts';
import { type Accepted, type AgreementDraft, agreedIn, partsFor } from './agreement.ts';
import { COUNTS } from './agreement-sentence.ts';
import { ClausesField } from './ClausesField.tsx';
import { acceptedPrice } from './changed-since.ts';
import { BOXES, INCLUDED } from './included.ts';
import type { AgreementPhotos } from './MarkedWall.tsx';
import { MarkWall } from './MarkWall.tsx';
import { PartsField } from './PartsField.tsx';
import { TAX_OPTIONS, type Tax } from './sales-tax.ts';
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

type Line =
  | 'artist'
  | 'client'
  | 'wall'
  | 'design'
  | 'price'
  | 'how_to_pay'
  | 'starts_on'
  | 'ends_on';

// The coating is asked by itself.
const FOLDED_BOXES = BOXES.filter((box) => box !== 'coating');
const OPTIONS = FOLDED_BOXES.map((value) => ({ value, label: INCLUDED[value] }));

const LANGUAGES = [
  { value: 'en', label: wordFor('English') },
  { value: 'es', label: wordFor('Spanish') },
];

/** Writes an agreement, or its next version. What the proposal said is folded; its clauses are read as they are sent. */
export function AgreementForm({ onClose, photos, accepted, ...options }: Props) {
  const { props, draft, errors, busy, set, theirs, discard } = useAgreementForm(options);
  const field = textFields<Line>({
    draft,
    errors,
    set: (name, text) => {
      set(name, text);
      if (name === 'price') set('parts', partsFor(text, draft.parts));
    },
  });
  const hasCoating = draft.included.includes('coating');
  const others = draft.included.filter((box) => box !== 'coating');
  return (
    <form {...props} className="flex flex-col gap-4 rounded-card border border-line p-4 sm:p-5">
      {theirs && (
        <div role="alert" className="flex flex-col gap-3 rounded-card bg-paper-2 p-4">
          <p>{`Changed on another device: version ${theirs.version} was sent. What you typed becomes the next version.`}</p>
          <details>
            <summary className="cursor-pointer font-semibold">{`Version ${theirs.version}`}</summary>
            <AgreementDocument version={theirs} photos={photos} />
          </details>
        </div>
      )}
      <details>
        <summary className="min-h-11 cursor-pointer py-2">
          <span className="font-semibold">People, wall and design</span>
          <span className="mt-1 line-clamp-3 text-ink-2 text-sm wrap-anywhere">
            {[draft.artist, draft.client, draft.wall, draft.design].filter(Boolean).join(' · ')}
          </span>
        </summary>
        <div className="flex flex-col gap-5 pt-3">
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
          <CheckboxGroup
            legend="Included"
            name="included"
            options={OPTIONS}
            chosen={others}
            onChosen={(chosen) => set('included', hasCoating ? [...chosen, 'coating'] : chosen)}
          />
        </div>
      </details>
      <div className="grid grid-cols-2 items-start gap-4">
        {field('price', {
          label: 'Price in dollars',
          required: true,
          inputMode: 'numeric',
          hint:
            accepted && accepted.low < accepted.high
              ? `The client accepted ${acceptedPrice(accepted)}.`
              : undefined,
        })}
        <FormField
          label="Sales tax"
          name="tax"
          required
          options={TAX_OPTIONS}
          value={draft.tax}
          onText={(tax) => set('tax', tax as Tax)}
        />
      </div>
      <PartsField
        price={draft.price}
        parts={draft.parts}
        error={errors.parts}
        onParts={(parts) => set('parts', parts)}
      />
      {field('how_to_pay', {
        label: 'How to pay you',
        hint: 'To change it later, send a new version.',
        limit: LIMITS.howToPay,
      })}
      <div className="grid grid-cols-2 gap-4">
        {field('starts_on', { label: 'First day', required: true, type: 'date' })}
        {field('ends_on', { label: 'Last day', required: true, type: 'date' })}
      </div>
      <TermsFields draft={draft} errors={errors} set={set} />
      <Checkbox
        label="Protective coating included"
        checked={hasCoating}
        onChange={({ target }) => set('included', target.checked ? [...others, 'coating'] : others)}
      />
      <ClausesField
        clauses={draft.clauses}
        error={errors.clauses}
        language={draft.language}
        onClauses={(clauses) => set('clauses', clauses)}
      >
        <FormField
          label="Which text counts"
          name="language"
          required
          hint="Shown in both languages; your own clauses stay as they are."
          options={LANGUAGES}
          value={draft.language}
          onText={(language) => {
            const next = agreedIn(draft, language as Language);
            set('language', next.language);
            set('clauses', next.clauses);
          }}
        />
      </ClausesField>
      <p className="text-ink-2 text-sm">{`${COUNTS[draft.language]} A template, not legal advice.`}</p>
      <FormFoot
        label="Send to Client"
        busy={busy}
        onCancel={() => {
          discard();
          onClose();
        }}
      />
    </form>
  );
}
