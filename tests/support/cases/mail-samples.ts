import { type AgreementDraft, agreementDraftSchema } from '#features/agreements/agreement.ts';
import type { MailLead } from '#mail/data.ts';
import { agreementCase, storedClauses } from './agreement-cases.ts';

export const SAMPLE_LEAD: MailLead = {
  id: '7f1a4a3e-0c5f-4f43-9a55-0f4f6a1f0a01',
  kind: 'quote',
  city: 'New Braunfels',
  project_description:
    'A wall of 20 by 8 feet beside our patio. We would like the river at dusk, with herons.\n\nThe stucco was painted two years ago.',
  mural_size: '20 x 8 ft',
  surface_type: 'stucco',
  liked: [],
  style_preference: 'abstract',
  budget_range: '5k-10k',
  account: false,
};

const SAMPLE_NOTICE = {
  id: '7f1a4a3e-0c5f-4f43-9a55-0f4f6a1f0a02',
  kind: 'lead_received',
  lead_id: SAMPLE_LEAD.id,
  created_at: '2026-03-08T13:00:00.000Z',
  read: false,
  city: SAMPLE_LEAD.city,
  call: false,
  style: SAMPLE_LEAD.style_preference,
};
const artist = { id: 'a1', name: 'Marisol Vega', slug: 'marisol-vega' };
const other = { id: 'a2', name: 'Íñigo Peña' };
const request = { lead: SAMPLE_LEAD, artists: [artist], offers: 3 };
const waiting = {
  ...request,
  silent: [artist],
  matches: [other],
  link: '/request#token',
  reference: 'KTWMXR',
};
const PROPOSAL = {
  id: '7f1a4a3e-0c5f-4f43-9a55-0f4f6a1f0a03',
  artist_id: '7f1a4a3e-0c5f-4f43-9a55-0f4f6a1f0a04',
  low: 3500,
  high: 4200,
  starts_on: '2026-12-01',
  days: 6,
  included: ['lift', 'coating'],
  message: 'The river at dusk, with two herons and a moon.',
  valid_until: '2026-12-24',
  preset: null as string | null,
  tax: 'not_said',
  state: 'open',
  created_at: '2026-11-20T13:00:00.000Z',
};
const own = { ...request, artist, link: '/request#token', reference: 'KTWMXR' };
const COPY = {
  cause: 'request_erased',
  reference: 'K7M2QX',
  artist: 'Marisol Vega',
  client: 'Dana Whitfield',
  expires_at: '2030-11-28T18:00:00Z',
  hash: '0'.repeat(64),
};
function agreementBody(draft: AgreementDraft): string {
  const body = agreementDraftSchema.parse(draft);
  return JSON.stringify({ ...body, clauses: storedClauses(body.clauses) });
}
const AGREEMENT = {
  body: agreementBody(agreementCase()),
  hash: 'c0ffee'.padEnd(64, '0'),
  signatures: [
    { side: 'client', name: 'Ana Ruiz', signed_at: '2026-12-01T13:00:00.000Z' },
    { side: 'artist', name: 'Marisol Vega', signed_at: '2026-12-02T13:00:00.000Z' },
  ],
  change: 'Please begin in April.',
  ended_reason: 'The building was sold.',
};
const PAYMENT = {
  label: 'Second payment',
  amount: 1750,
  note: null,
  paid: null,
  how: null,
  paid_on: null,
};
const REPORTED = { ...PAYMENT, paid: 1750, how: 'Zelle', paid_on: '2026-12-04' };
const MESSAGES = ['Could I see the wall on Saturday?', 'Around ten, if that suits you.\n\nMarisol'];
const MANY = ['Ana Ruiz', 'Ben Okafor', 'Carla Núñez', 'Dov Levi', 'Elena Brandt', 'Farid Aziz'];

const ITEM = {
  id: '7f1a4a3e-0c5f-4f43-9a55-0f4f6a1f0a02',
  name: 'La garza',
  slug: 'la-garza',
  city: 'San Antonio',
  state: 'TX',
};

const REVIEW = {
  rating: 4,
  body: 'Painted in four days, and the whole street stops to look.',
  reply: null,
  hidden_reason: null,
};
const HIDDEN_REVIEW = { ...REVIEW, hidden_reason: 'It names a third person.' };

/** What the database gives for each kind of mail, in all its cases. */
export const SAMPLES: [kind: string, data: Record<string, unknown>][] = [
  ['lead_received', { lead: SAMPLE_LEAD }],
  [
    'lead_received',
    {
      lead: {
        ...SAMPLE_LEAD,
        kind: 'consultation',
        surface_type: null,
        style_preference: null,
        budget_range: null,
      },
    },
  ],
  ['lead_waiting', { lead: SAMPLE_LEAD }],
  ['request_line_added', { lead: SAMPLE_LEAD }],
  ['request_withdrawn', { lead: SAMPLE_LEAD }],
  ['request_confirmed', request],
  ['request_confirmed', { ...request, artists: [artist, other] }],
  ['request_confirmed', { ...request, artists: [], link: '/request#token', reference: 'KTWMXR' }],
  [
    'request_confirmed',
    { ...request, artists: [], offers: 0, lead: { ...SAMPLE_LEAD, account: true } },
  ],
  ['request_link', { ...request, link: '/request#token' }],
  ['request_assigned', { ...request, artist_ids: ['a1'] }],
  ['request_waiting', waiting],
  [
    'request_waiting',
    { ...waiting, silent: [artist, other], matches: MANY.map((name) => ({ id: name, name })) },
  ],
  [
    'request_waiting',
    { ...waiting, matches: [], lead: { ...SAMPLE_LEAD, kind: 'consultation', account: true } },
  ],
  ['request_unmatched', request],
  ['request_answered', { ...request, artist }],
  ['request_completed', { ...request, artist: { ...artist, slug: null } }],
  ['lead_message', { lead: SAMPLE_LEAD, messages: MESSAGES, count: 2 }],
  [
    'lead_message',
    { lead: { ...SAMPLE_LEAD, city: null }, messages: MESSAGES.slice(0, 1), count: 1 },
  ],
  ['request_message', { ...own, messages: MESSAGES, count: 7 }],
  ['request_message', { ...own, messages: MESSAGES.slice(1), count: 1 }],
  ['request_proposal', { ...own, proposal: PROPOSAL }],
  [
    'request_proposal',
    {
      ...own,
      proposal: { ...PROPOSAL, high: 3500, included: [], message: null, preset: 'halves' },
    },
  ],
  ['request_agreement_offered', { ...own, agreement: AGREEMENT }],
  ['request_agreement_in_force', { ...own, agreement: AGREEMENT }],
  [
    'request_agreement_in_force',
    {
      ...own,
      agreement: { ...AGREEMENT, body: agreementBody(agreementCase({ language: 'es' })) },
    },
  ],
  ['request_agreement_ended', { ...own, agreement: AGREEMENT }],
  [
    'request_signing_code',
    { ...own, code: '042917', act: 'sign_agreement', version: 2, price: 3000 },
  ],
  ['request_acted', { act: 'erase_request', reference: 'ABC234' }],
  ['artist_acted', { act: 'end_agreement', lead_id: SAMPLE_LEAD.id }],
  ['artist_acted', { act: 'change_how_to_pay', lead_id: null }],
  ['request_address_change', { at: '2026-12-05T13:00:00.000Z', reference: 'ABC234' }],
  ['request_address_change', { at: '2026-12-05T13:00:00.000Z', reference: 'ABC234', asked: true }],
  ['lead_wants_agreement', { lead: SAMPLE_LEAD }],
  ['lead_agreement_change', { lead: SAMPLE_LEAD, agreement: AGREEMENT }],
  ['lead_agreement_signed', { lead: SAMPLE_LEAD, agreement: AGREEMENT }],
  ['lead_agreement_in_force', { lead: SAMPLE_LEAD, agreement: AGREEMENT }],
  ['lead_agreement_ended', { lead: SAMPLE_LEAD, agreement: AGREEMENT }],
  ['lead_copy_kept', { copy: COPY }],
  ['lead_copy_kept', { copy: { ...COPY, cause: 'client_left', hash: null } }],
  ['request_copy_kept', { ...own, copy: { ...COPY, cause: 'artist_left' } }],
  ['request_copy_kept', { ...own, copy: { ...COPY, cause: 'removed' } }],
  ['request_declined', { ...own, reason: 'I am booked until May.', matches: [other] }],
  ['request_declined', { ...own, reason: null, matches: [] }],
  ['request_expired', { ...own, matches: [other] }],
  ['lead_accepted', { lead: SAMPLE_LEAD }],
  ['request_payment_asked', { ...own, payment: PAYMENT }],
  ['request_payment_received', { ...own, payment: PAYMENT }],
  ['request_payment_waived', { ...own, payment: PAYMENT }],
  ['request_payment_disputed', { ...own, payment: { ...PAYMENT, note: 'Nothing came.' } }],
  ['request_payment_reminder', { ...own, payment: PAYMENT }],
  ['lead_payment_reported', { lead: SAMPLE_LEAD, payment: REPORTED }],
  ['lead_payment_reported', { lead: SAMPLE_LEAD, payment: { ...REPORTED, paid: 2600 } }],
  ['lead_payment_disputed', { lead: SAMPLE_LEAD, payment: { ...PAYMENT, note: 'Not halfway.' } }],
  ['request_sketch', own],
  ['request_sketch_reopened', own],
  ['request_sketch_round', own],
  ['lead_sketch_round', { lead: SAMPLE_LEAD }],
  ['lead_sketch_changes', { lead: SAMPLE_LEAD }],
  ['lead_sketch_approved', { lead: SAMPLE_LEAD }],
  ['lead_sketch_reopened', { lead: SAMPLE_LEAD }],
  ['lead_passed', { lead: SAMPLE_LEAD }],
  ['lead_asked_again', { lead: SAMPLE_LEAD }],
  ['lead_called_off', { lead: SAMPLE_LEAD, reason: 'We sold the house.', signed: true }],
  ['request_called_off', { ...own, reason: 'I broke my arm.', signed: true }],
  ['request_called_off', { ...own, reason: null, signed: false }],
  ['lead_proposal_declined', { lead: SAMPLE_LEAD }],
  ['lead_expired', { lead: SAMPLE_LEAD }],
  ['lead_completed', { lead: SAMPLE_LEAD }],
  ['lead_agreed', { lead: SAMPLE_LEAD }],
  ['lead_disputed', { lead: SAMPLE_LEAD }],
  ['request_disputed', own],
  ['lead_reviewed', { lead: SAMPLE_LEAD, review: REVIEW }],
  ['lead_reviewed', { lead: SAMPLE_LEAD, review: { ...REVIEW, waits_for: 'artist' } }],
  ['lead_review_hidden', { lead: SAMPLE_LEAD, review: HIDDEN_REVIEW }],
  ['request_replied', { ...own, review: { ...REVIEW, reply: 'Thank you, it was a joy.' } }],
  ['request_review_hidden', { ...own, review: HIDDEN_REVIEW }],
  ['conversation_reported', { lead: SAMPLE_LEAD }],
  ['artist_invited', { artist, link: '/claim#token' }],
  ['artist_invited', { artist: { ...artist, slug: null }, link: '/claim#token' }],
  ['claim_check', { artist, link: '/claim#token' }],
  ['claim_waiting', { artist }],
  ['claim_accepted', { artist }],
  ['claim_refused', { artist }],
  ['paper_sent', { artist, ends_on: '2027-03-15' }],
  ['paper_checked', { artist, ends_on: '2027-03-15' }],
  ['paper_refused', { artist, ends_on: '2027-03-15', reason: 'It names another company.' }],
  ['paper_ending', { artist, ends_on: '2027-03-15' }],
  ['mural_hidden', { title: 'La garza', reason: 'It is painted by somebody else.' }],
  [
    'picture_reported',
    {
      reason: 'no_consent',
      words: 'That is my daughter by the door.',
      page: '/artist/marisol-vega',
    },
  ],
  ['picture_reported', { reason: 'offensive', words: null, page: '/mural/la-garza' }],
  ['picture_taken_down', { reason: 'It shows a person who did not agree.', mural: null }],
  ['picture_taken_down', { reason: 'It is somebody else’s work.', mural: 'La garza' }],
  ['report_decided', { decision: 'taken_down', page: '/artist/marisol-vega' }],
  ['report_decided', { decision: 'dismissed', page: '/mural/la-garza' }],
  ['lead_held', { ...request, reason: 'too_fast' }],
  ['lead_released', request],
  ['digest', { notices: [SAMPLE_NOTICE] }],
  [
    'digest',
    { notices: [SAMPLE_NOTICE, { ...SAMPLE_NOTICE, call: true, city: null }, SAMPLE_NOTICE] },
  ],
  ['newsletter_confirm', { link: '/newsletter#confirm=token' }],
  [
    'newsletter_issue',
    {
      subject: 'New walls and artists at Muro',
      intro: 'Spring is here, and with it\n\nfour walls worth a detour.',
      artists: [{ ...ITEM, name: 'Íñigo Peña', slug: 'inigo-pena' }],
      murals: [ITEM, { ...ITEM, name: 'Night Heron', city: null, state: null }],
    },
  ],
  [
    'newsletter_issue',
    { subject: 'New walls and artists', intro: '', artists: [ITEM], murals: [] },
  ],
  ['artist_welcome', {}],
  ['account_deleted', {}],
];
