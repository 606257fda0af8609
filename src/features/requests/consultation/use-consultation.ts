import { useState } from 'react';
import { newKey } from '#browser/new-key.ts';
import { serverViolation } from '#data/server-violation.ts';
import { changedFields } from '#lib/draft.ts';
import { TOASTS } from '#lib/toasts.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/toast.ts';
import {
  CONSULTATION_FIELDS,
  type ConsultationDraft,
  type ConsultationField,
  consultationSchema,
} from '../consultation.ts';
import { requestConsultation } from './consultation.api.ts';

interface Options {
  artistId: string;
  account: { name: string; email: string; phone: string };
  /** What was typed before the dialog was closed; kept up to date here. */
  kept: { current: ConsultationDraft | null };
  onSent: () => void;
}

/** State and sending of the consultation form. Pressing again after a lost answer asks for the same call, not another. */
export function useConsultation({ artistId, account, kept, onSent }: Options) {
  const [draft, setDraft] = useState(() => kept.current ?? emptyDraft(account));
  const [key, setKey] = useState(newKey);
  /** A request has gone, and something was typed while it was on its way. */
  const [extra, setExtra] = useState(false);
  const { props, errors, busy, clear } = useSchemaForm({
    schema: consultationSchema,
    fields: CONSULTATION_FIELDS,
    values: draft,
    send: async ({ preferred_time: preferredTime, ...values }) => {
      await requestConsultation(key, { ...values, preferredTime, artistId });
      void toast.success('Consultation request sent!');
      const meanwhile = kept.current ?? draft;
      if (changedFields(meanwhile, draft).length > 0) return setExtra(true);
      kept.current = null;
      onSent();
    },
    explain: (error) => {
      console.error(error);
      return serverViolation(error, CONSULTATION_FIELDS, TOASTS.quoteFailed);
    },
  });

  const set = (field: ConsultationField, value: string) => {
    // Another text is another request: it must not be taken for a repetition of the first.
    setKey(newKey());
    kept.current = { ...(kept.current ?? draft), [field]: value };
    setDraft(kept.current);
    if (errors[field]) clear(field);
  };
  return { props, draft, errors, set, busy, extra };
}

function emptyDraft({ name, email, phone }: Options['account']): ConsultationDraft {
  return { name, email, phone, preferred_time: '', message: '' };
}
