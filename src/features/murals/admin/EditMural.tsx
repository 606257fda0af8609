import { useCallback } from 'react';
import { whyRefused } from '#data/why-refused.ts';
import { pick } from '#lib/draft.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { EditDialog } from '#ui/admin-list/EditDialog.tsx';
import { EditForm } from '#ui/admin-list/EditForm.tsx';
import { type Kept, useKept } from '#ui/admin-list/use-kept.ts';
import { useDraftForm } from '#ui/forms/use-draft-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import { muralFields, type OwnMural } from '../mural-form.ts';
import {
  MURAL_TEXT_FIELDS,
  type MuralTextDraft,
  type MuralTexts,
  muralText,
  muralTextSchema,
} from '../mural-text.ts';
import { readMural, saveMural } from '../murals.api.ts';
import { listMurals } from './murals.api.ts';
import { VIEWS } from './views.ts';

interface Props {
  /** Whose form is open. */
  slug: string | null;
  onClose: () => void;
  onSaved: () => void;
}

async function read(slug: string): Promise<OwnMural | null> {
  const query = { search: slug, filter: '', sort: 'title', desc: false, limit: 25, offset: 0 };
  const found = (await listMurals(query)).rows.find((mural) => mural.slug === slug);
  return found ? readMural(found.id) : null;
}

const textsOf = (mural: OwnMural): MuralTexts => pick(muralFields(mural), MURAL_TEXT_FIELDS);

/** The words of a mural in the hands of an admin; its pictures and its point are its artist's. */
export function EditMural({ slug, onClose, onSaved }: Props) {
  const load = useCallback(async () => (slug ? read(slug) : null), [slug]);
  const kept = useKept(muralText);
  return (
    <EditDialog slug={slug} what="Mural" load={load} onClose={onClose}>
      {(mural) => <Form mural={mural} kept={kept} onClose={onClose} onSaved={onSaved} />}
    </EditDialog>
  );
}

interface FormProps extends Omit<Props, 'slug'> {
  mural: OwnMural;
  kept: Kept<MuralTexts, MuralTextDraft>;
}

function Form({ mural, kept, onClose, onSaved }: FormProps) {
  const { close, ...begun } = kept(mural.id, textsOf(mural), onClose);
  const form = useDraftForm({
    ...begun,
    schema: muralTextSchema,
    fields: MURAL_TEXT_FIELDS,
    write: async (typed, changed, stored) => {
      const changes = pick(muralTextSchema.parse(typed), changed);
      return textsOf(await saveMural(mural.id, changes, pick(stored, changed)));
    },
    read: async () => textsOf(await readMural(mural.id)),
    onSaved: (hasUnsaved) => {
      void toast.success(ADMIN_TOASTS.muralSaved);
      onSaved();
      if (!hasUnsaved) close();
    },
    explain: whyRefused(ADMIN_TOASTS.saveMuralFailed),
  });
  return <EditForm form={form} views={VIEWS} onCancel={close} />;
}
