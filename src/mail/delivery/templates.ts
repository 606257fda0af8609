import { ACCOUNT_TEMPLATES } from '#features/accounts/account.mail.ts';
import { AGREEMENT_TEMPLATES } from '#features/agreements/agreement.mail.ts';
import { CLAIM_TEMPLATES } from '#features/claims/claim.mail.ts';
import { KEPT_COPY_TEMPLATES } from '#features/kept-copies/kept-copy.mail.ts';
import { ADMIN_REQUEST_TEMPLATES } from '#features/leads/admin/admin-request.mail.ts';
import { LEAD_TEMPLATES } from '#features/leads/lead.mail.ts';
import { NEWSLETTER_TEMPLATES } from '#features/newsletter/newsletter.mail.ts';
import { PAPER_TEMPLATES } from '#features/papers/paper.mail.ts';
import { PAYMENT_TEMPLATES } from '#features/payments/payment.mail.ts';
import { REPORT_TEMPLATES } from '#features/reports/report.mail.ts';
import { CONVERSATION_TEMPLATES } from '#features/requests/conversation/conversation.mail.ts';
import { PROOF_TEMPLATES } from '#features/requests/proof/proof.mail.ts';
import { REQUEST_TEMPLATES } from '#features/requests/request.mail.ts';
import { REVIEW_TEMPLATES } from '#features/requests/reviews/review.mail.ts';
import { SKETCH_TEMPLATES } from '#features/sketches/sketch.mail.ts';
import type { Template } from '../template.ts';

/** Every kind of mail: `private.mail_kinds` has a row for each, and a trigger writes it. */
export const TEMPLATES: Record<string, Template> = {
  ...LEAD_TEMPLATES,
  ...REQUEST_TEMPLATES,
  ...PROOF_TEMPLATES,
  ...CONVERSATION_TEMPLATES,
  ...AGREEMENT_TEMPLATES,
  ...PAYMENT_TEMPLATES,
  ...KEPT_COPY_TEMPLATES,
  ...REVIEW_TEMPLATES,
  ...SKETCH_TEMPLATES,
  ...ADMIN_REQUEST_TEMPLATES,
  ...ACCOUNT_TEMPLATES,
  ...CLAIM_TEMPLATES,
  ...PAPER_TEMPLATES,
  ...REPORT_TEMPLATES,
  ...NEWSLETTER_TEMPLATES,
};
