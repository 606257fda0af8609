import { useRef, useState } from 'react';
import { newKey } from '#browser/new-key.ts';
import { serverViolation } from '#data/server-violation.ts';
import { ownFile } from '#features/accounts/export.api.ts';
import type { Artist } from '#features/artists/artist.ts';
import { asFile, encodeFile, FileProblem } from '#features/pictures/chosen/source-file.ts';
import { uploadImage } from '#features/pictures/storage.api.ts';
import { BUCKETS, MESSAGE_PICTURES, portfolioPath } from '#features/pictures/upload.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useUnsavedWarning } from '#ui/forms/use-unsaved-warning.ts';
import { toast } from '#ui/toast.ts';
import type { Lead } from '../lead.ts';
import {
  FINISHED_MURAL_FIELDS,
  type FinishedMural,
  type FinishedMuralDraft,
  finishedMuralFormSchema,
  muralDraftOf,
} from './finished-mural.ts';
import { publishFinishedMural } from './finished-murals.api.ts';

const FAILED = 'The page could not be made. Try again.';
const { name: BUCKET, maxBytes } = BUCKETS.portfolio;

/** State and sending of a mural page. Pressing again after a failure copies nothing twice and makes one page. */
export function useFinishedMuralForm({ lead, artist, onMade }: FinishedMuralFormProps) {
  const [first] = useState(() => muralDraftOf(lead, artist.state));
  const [draft, setDraft] = useState<FinishedMuralDraft>(first);
  const [key] = useState(newKey);
  /** Public copies by what they were made from. */
  const copies = useRef(new Map<string, string>());
  useUnsavedWarning(draft !== first);

  const copyOf = async (path: string): Promise<string> => {
    const known = copies.current.get(path);
    if (known) return known;
    const picture = await ownFile(MESSAGE_PICTURES.name, path);
    if (!picture) throw new Error('The photo is gone');
    // Drawn anew: what was private may not have been by whoever sent it.
    const file = await encodeFile(asFile(picture), { maxBytes });
    const name = portfolioPath(artist.user_id ?? '', Date.now(), copies.current.size, file.type);
    const url = await uploadImage({ bucket: BUCKET, path: name, file });
    copies.current.set(path, url);
    return url;
  };

  const form = useSchemaForm({
    schema: finishedMuralFormSchema,
    fields: FINISHED_MURAL_FIELDS,
    values: draft,
    send: async (mural) => {
      const urls: string[] = [];
      for (const path of mural.pictures) urls.push(await copyOf(path));
      await publishFinishedMural(lead.id, key, mural, urls);
      void toast.success('The mural has a page');
      onMade();
    },
    explain: (error) => {
      console.error(error);
      if (error instanceof FileProblem) return { field: null, message: error.message };
      return serverViolation(error, FINISHED_MURAL_FIELDS, FAILED);
    },
  });
  const set = <F extends keyof FinishedMuralDraft>(name: F, value: FinishedMuralDraft[F]) => {
    setDraft((now) => ({ ...now, [name]: value }));
    if (form.errors[name]) form.clear(name);
  };
  return { form, draft, set };
}

export interface FinishedMuralFormProps {
  lead: Lead;
  artist: Artist;
  finished: FinishedMural;
  onMade: () => void;
  onClose: () => void;
}
