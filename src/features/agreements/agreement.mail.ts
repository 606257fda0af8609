import { agreementText, signatureLine } from '#features/agreements/agreement-text.ts';
import { versionSchema } from '#features/agreements/signature.ts';
import { z } from '#lib/zod.ts';
import { aboutLead, ownRequestWithArtist } from '#mail/data.ts';
import type { Block } from '#mail/document.ts';
import {
  inCity,
  openLeadAction,
  quotes,
  requestButton,
  WHY_ARTIST,
  whyRequest,
} from '#mail/phrases.ts';
import { type Template, template } from '#mail/template.ts';

const agreement = versionSchema.pick({ body: true, hash: true, signatures: true }).extend({
  change: z.string().nullish(),
  ended_reason: z.string().nullish(),
});
const ofLead = aboutLead.extend({ agreement });
const ofRequest = ownRequestWithArtist.extend({ agreement });

const text = (said: string): Block => ({ kind: 'text', text: said });

/** All that was signed, with who signed it: what each side keeps. */
const signedText = ({ body, hash, signatures }: z.output<typeof agreement>): Block[] => [
  ...quotes(agreementText(body).map(({ title, lines }) => [title, ...lines].join('\n'))),
  {
    kind: 'facts',
    rows: [
      ...signatures.map((one): [string, string] => ['Signed', signatureLine(one)]),
      ['SHA-256 of the signed version', hash],
    ],
  },
];

/** Emails about what an artist and a client agree on. */
export const AGREEMENT_TEMPLATES: Record<string, Template> = {
  request_agreement_offered: template(ofRequest, (data) => ({
    subject: `${data.artist.name} sent you an agreement`,
    preview: 'Read it, ask for a change or sign it.',
    heading: `An agreement from ${data.artist.name}`,
    blocks: [text('Read it, ask for a change or sign it. It counts once you have both signed.')],
    button: requestButton(data, 'agreement'),
    ...whyRequest(data),
  })),

  request_agreement_in_force: template(ofRequest, (data) => ({
    subject: `You and ${data.artist.name} have signed`,
    preview: 'The agreement is in force. Keep this email.',
    heading: 'Your agreement is in force',
    blocks: [
      text('Keep this email. It has everything you both signed.'),
      ...signedText(data.agreement),
    ],
    button: requestButton(data, 'agreement'),
    ...whyRequest(data),
  })),

  request_agreement_ended: template(ofRequest, (data) => ({
    subject: `${data.artist.name} ended your agreement`,
    preview: data.agreement.ended_reason ?? '',
    heading: 'The agreement has ended',
    blocks: [
      ...quotes([data.agreement.ended_reason ?? '']),
      text('See the agreement for what is owed now.'),
    ],
    button: requestButton(data, 'agreement'),
    ...whyRequest(data),
  })),

  lead_wants_agreement: template(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} asks you for an agreement`,
    preview: 'Write what you both agreed on. It begins with your proposal.',
    heading: 'The client would like an agreement',
    blocks: [text('Write what you both agreed on. It begins with your proposal.')],
    button: openLeadAction(lead, 'Write the Agreement'),
    why: WHY_ARTIST,
  })),

  lead_agreement_change: template(ofLead, ({ lead, agreement: { change } }) => ({
    subject: `The client${inCity(lead)} asks you to change the agreement`,
    preview: change ?? '',
    heading: 'A change to the agreement',
    blocks: quotes([change ?? '']),
    button: openLeadAction(lead, 'Change the Agreement', 'agreement'),
    why: WHY_ARTIST,
  })),

  lead_agreement_signed: template(ofLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} signed your agreement`,
    preview: 'It counts once you sign too.',
    heading: 'The client signed',
    blocks: [text('It counts once you sign too.')],
    button: openLeadAction(lead, 'Sign the Agreement', 'agreement'),
    why: WHY_ARTIST,
  })),

  lead_agreement_in_force: template(ofLead, ({ lead, agreement: signed }) => ({
    subject: `You and the client${inCity(lead)} have signed`,
    preview: 'The agreement is in force. Keep this email.',
    heading: 'Your agreement is in force',
    blocks: [text('Keep this email. It has everything you both signed.'), ...signedText(signed)],
    button: openLeadAction(lead, 'Open the Lead', 'agreement'),
    why: WHY_ARTIST,
  })),

  lead_agreement_ended: template(ofLead, ({ lead, agreement: { ended_reason } }) => ({
    subject: `The client${inCity(lead)} ended the agreement`,
    preview: ended_reason ?? '',
    heading: 'The agreement has ended',
    blocks: [...quotes([ended_reason ?? '']), text('See the agreement for what is owed now.')],
    button: openLeadAction(lead, 'Open the Lead', 'agreement'),
    why: WHY_ARTIST,
  })),
};
