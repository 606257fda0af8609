import { whyRefused } from '#data/why-refused.ts';
import { pick } from '#lib/draft.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { EditDialog, type Edited } from '#ui/admin-list/EditDialog.tsx';
import { muralFields } from '../mural-form.ts';
import { MURAL_TEXT_FIELDS, type MuralTexts, muralText, muralTextSchema } from '../mural-text.ts';
import { saveMural } from '../murals.api.ts';
import { listMurals } from './murals.api.ts';
import { VIEWS } from './views.ts';

/** The words of a mural in the hands of an admin; its pictures and its point are its artist's. */
const MURALS: Edited<MuralTexts> = {
  what: 'Mural',
  list: listMurals,
  save: async (...changes) => pick(muralFields(await saveMural(...changes)), MURAL_TEXT_FIELDS),
  show: muralText,
  schema: muralTextSchema,
  views: VIEWS,
  done: ADMIN_TOASTS.muralSaved,
  explain: whyRefused(ADMIN_TOASTS.saveMuralFailed),
};

interface Props {
  /** Whose form is open. */
  slug: string | null;
  onClose: () => void;
  onSaved: () => void;
}

export const EditMural = (props: Props) => <EditDialog of={MURALS} {...props} />;
