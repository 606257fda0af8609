import type { Language } from '#config/language.ts';
import type { Agreement } from '#features/agreements/agreement.ts';
import { COUNTS, FOR_READING } from '#features/agreements/agreement-sentence.ts';
import { agreementText, readingLanguage } from '#features/agreements/agreement-text.ts';
import { signatureLine, versionSchema } from '#features/agreements/signature.ts';
import { z } from '#lib/zod.ts';
import { aboutLead, ownRequestWithArtist } from '#mail/data.ts';
import type { Block } from '#mail/document.ts';
import { inCity, openLeadAction, quotes, requestButton, text } from '#mail/phrases.ts';
import { type Template, toArtist, toClient } from '#mail/template.ts';

const agreement = versionSchema.pick({ body: true, hash: true, signatures: true }).extend({
  change: z.string().nullish(),
  ended_reason: z.string().nullish(),
});
const ofLead = aboutLead.extend({ agreement });
const ofRequest = ownRequestWithArtist.extend({ agreement });

const clauses = (body: Agreement, language: Language): Block[] =>
  agreementText(body, language).map(({ title, lines, lang = language }) => ({
    kind: 'quote',
    text: [title, ...lines.map((line) => line.text)].join('\n'),
    lang,
  }));

/** All that was signed, in both languages, with who signed it: what each side keeps. */
function signedText({ body, hash, signatures }: z.output<typeof agreement>): Block[] {
  const reading = readingLanguage(body);
  return [
    text(COUNTS[body.language]),
    ...clauses(body, body.language),
    text(FOR_READING[reading]),
    ...clauses(body, reading),
    {
      kind: 'facts',
      rows: [
        ...signatures.map((one): [string, string] => ['Signed', signatureLine(one)]),
        ['SHA-256 of the signed version', hash],
      ],
    },
  ];
}

/** Emails about what an artist and a client agree on. */
export const AGREEMENT_TEMPLATES: Record<string, Template> = {
  request_agreement_offered: toClient(ofRequest, (data) => ({
    subject: `${data.artist.name} sent you an agreement`,
    blocks: [text('Read it, ask for a change or sign it.')],
    button: requestButton(data, 'agreement'),
  })),

  request_agreement_in_force: toClient(ofRequest, (data) => ({
    subject: `You and ${data.artist.name} have signed`,
    heading: 'Your agreement is in force',
    blocks: [
      text('Keep this email. It has everything you both signed.'),
      ...signedText(data.agreement),
    ],
    button: requestButton(data, 'agreement'),
  })),

  request_agreement_ended: toClient(ofRequest, (data) => ({
    subject: `${data.artist.name} ended your agreement`,
    blocks: [
      ...quotes([data.agreement.ended_reason ?? '']),
      text('See the agreement for what’s owed now.'),
    ],
    button: requestButton(data, 'agreement'),
  })),

  lead_wants_agreement: toArtist(aboutLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} asks you for an agreement`,
    blocks: [text('It begins with your proposal.')],
    button: openLeadAction(lead, 'Write the Agreement'),
  })),

  lead_agreement_change: toArtist(ofLead, ({ lead, agreement: { change } }) => ({
    subject: `The client${inCity(lead)} asks you to change the agreement`,
    blocks: quotes([change ?? '']),
    button: openLeadAction(lead, 'Change the Agreement', 'agreement'),
  })),

  lead_agreement_signed: toArtist(ofLead, ({ lead }) => ({
    subject: `The client${inCity(lead)} signed your agreement`,
    blocks: [text('It counts once you sign too.')],
    button: openLeadAction(lead, 'Sign the Agreement', 'agreement'),
  })),

  lead_agreement_in_force: toArtist(ofLead, ({ lead, agreement: signed }) => ({
    subject: `You and the client${inCity(lead)} have signed`,
    heading: 'Your agreement is in force',
    blocks: [text('Keep this email. It has everything you both signed.'), ...signedText(signed)],
    button: openLeadAction(lead, 'Open the Lead', 'agreement'),
  })),

  lead_agreement_ended: toArtist(ofLead, ({ lead, agreement: { ended_reason } }) => ({
    subject: `The client${inCity(lead)} ended the agreement`,
    blocks: [...quotes([ended_reason ?? '']), text('See the agreement for what’s owed now.')],
    button: openLeadAction(lead, 'Open the Lead', 'agreement'),
  })),
};
