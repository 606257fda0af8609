import { keptDrafts } from '#browser/kept-draft.ts';
import { keptAgreementSchema } from './agreement.ts';

const PREFIX = 'agreement.draft.';

/** What was typed into agreements and not offered, by lead. */
export const agreementDrafts = keptDrafts(PREFIX, keptAgreementSchema);
