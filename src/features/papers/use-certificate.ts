import { useState } from 'react';
import { newKey } from '#browser/new-key.ts';
import { AppError } from '#data/app-error.ts';
import { whyRefused } from '#data/why-refused.ts';
import { FileProblem } from '#features/pictures/chosen/source-file.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { toast } from '#ui/overlays/toast.ts';
import { certificateSchema, type Paper } from './paper.ts';
import { sendCertificate } from './papers.api.ts';
import { preparePaper } from './prepare-paper.ts';

interface Chosen {
  name: string;
  file: Blob;
  /** What it is sent under: the same again after a lost answer. */
  id: string;
}

/** State and sending of a certificate; what was typed and chosen stays until it has arrived. */
export function useCertificate(artist: string, onSent: (all: Paper[]) => void) {
  const [draft, setDraft] = useState({ insurer: '', amount: '', ends_on: '' });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { props, errors, busy, refuse, clear } = useSchemaForm({
    schema: certificateSchema,
    values: { file: chosen?.file, ...draft },
    isQuiet: true,
    send: async (values) => {
      if (!chosen) return;
      onSent(await sendCertificate({ id: chosen.id, artist, values }));
      void toast.success('Your certificate is sent');
    },
    explain: (error, fields) => {
      if (error instanceof AppError && error.code === 'pdf_needs_password')
        return { field: 'file', message: `${chosen?.name} needs a password. Save it without one.` };
      return whyRefused('It wasn’t sent. Try again.')(error, fields);
    },
  });
  const preparing = useAttempt((error) => {
    setChosen(null);
    const message = error instanceof FileProblem ? error.message : 'This file can’t be read';
    refuse([{ field: 'file', message }]);
  });
  const choose = (file: File) =>
    void preparing.attempt(async () => {
      clear('file');
      setChosen({ name: file.name, file: await preparePaper(file), id: newKey() });
    });
  const set = (field: keyof typeof draft, text: string) => {
    setDraft({ ...draft, [field]: text });
    if (errors[field]) clear(field);
  };
  return { props, draft, chosen, errors, busy, preparing: preparing.busy, choose, set };
}
