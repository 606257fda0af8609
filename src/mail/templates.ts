import { ACCOUNT_TEMPLATES } from './account-templates.ts';
import { ADMIN_REQUEST_TEMPLATES } from './admin-request-templates.ts';
import { AGREEMENT_TEMPLATES } from './agreement-templates.ts';
import { CLAIM_TEMPLATES } from './claim-templates.ts';
import { CONVERSATION_TEMPLATES } from './conversation-templates.ts';
import { LEAD_TEMPLATES } from './lead-templates.ts';
import { NEWSLETTER_TEMPLATES } from './newsletter-templates.ts';
import { PAPER_TEMPLATES } from './paper-templates.ts';
import { PAYMENT_TEMPLATES } from './payment-templates.ts';
import { REPORT_TEMPLATES } from './report-templates.ts';
import { REQUEST_TEMPLATES } from './request-templates.ts';
import { REVIEW_TEMPLATES } from './review-templates.ts';
import { SKETCH_TEMPLATES } from './sketch-templates.ts';
import type { Template } from './template.ts';

/** Every kind of mail: `private.mail_kinds` has a row for each, and a trigger writes it. */
export const TEMPLATES: Record<string, Template> = {
  ...LEAD_TEMPLATES,
  ...REQUEST_TEMPLATES,
  ...CONVERSATION_TEMPLATES,
  ...AGREEMENT_TEMPLATES,
  ...PAYMENT_TEMPLATES,
  ...REVIEW_TEMPLATES,
  ...SKETCH_TEMPLATES,
  ...ADMIN_REQUEST_TEMPLATES,
  ...ACCOUNT_TEMPLATES,
  ...CLAIM_TEMPLATES,
  ...PAPER_TEMPLATES,
  ...REPORT_TEMPLATES,
  ...NEWSLETTER_TEMPLATES,
};
