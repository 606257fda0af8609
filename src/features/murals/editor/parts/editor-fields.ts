import { textFields } from '#ui/forms/FormField.tsx';
import type { MuralDraft, MuralField } from '../../mural-form.ts';
import type { OpenMural } from '../use-mural-form.ts';

type TextField = { [F in MuralField]: MuralDraft[F] extends string ? F : never }[MuralField];

/** The fields of the mural that hold text. */
export const editorFields = ({ draft, errors, set }: OpenMural) =>
  textFields<TextField>({ draft, errors, set: (name, text) => set(name, text as never) });
