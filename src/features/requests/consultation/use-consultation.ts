import { useState } from 'react';
import { serverViolation } from '#data/server-violation.ts';
import { changedFields } from '#lib/draft.ts';
import { TOASTS } from '#lib/toasts.ts';
import { useKeyedDraft } from '#ui/forms/use-keyed-draft.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import {
  CONSULTATION_FIELDS,
  type ConsultationDraft,
  type ConsultationField,
  consultationSchema,
} from '../consultation.ts';
import { requestConsultation } from './consultation.api.ts';
import { consultationDrafts } from './consultation-draft.store.ts';

interface Options {
  artistId: string;
  account: { name: string; email: string; phone: string };
  onSent: () => void;
}

/** State and sending of the consultation form. What is typed survives a reload; pressing again after a lost answer asks for the same call, not another. */
export function useConsultation({ artistId, account, onSent }: Options) {
  const kept = consultationDrafts.of(artistId);
  const { draft, key, latest, ...typed } = useKeyedDraft(() => emptyDraft(account), kept);
  /** A request has gone, and something was typed while it was on its way. */
  const [extra, setExtra] = useState(false);
  const { props, errors, busy, clear } = useSchemaForm({
    schema: consultationSchema,
    fields: CONSULTATION_FIELDS,
    values: draft,
    send: async ({ preferred_time: preferredTime, ...values }) => {
      await requestConsultation(key, { ...values, preferredTime, artistId });
      void toast.success('Consultation request sent!');
      if (changedFields(latest.current.draft, draft).length > 0) return setExtra(true);
      kept.erase();
      onSent();
    },
    explain: (error) => serverViolation(error, CONSULTATION_FIELDS, TOASTS.quoteFailed),
  });

  const set = (field: ConsultationField, value: string) => {
    typed.set(field, value);
    if (errors[field]) clear(field);
  };
  return { props, draft, errors, set, busy, extra };
}

function emptyDraft({ name, email, phone }: Options['account']): ConsultationDraft {
  return { name, email, phone, preferred_time: '', message: '' };
}
