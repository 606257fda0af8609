import { keptDrafts } from '#browser/kept-draft.ts';
import { keptConsultationSchema } from '../consultation.ts';

const PREFIX = 'consultation.draft.';

/** What was typed into requests for a call and not sent, by artist. */
export const consultationDrafts = keptDrafts(PREFIX, keptConsultationSchema);
