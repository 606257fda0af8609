import { z } from '#lib/zod.ts';
import { aboutLead, ownRequestWithArtist } from '#mail/data.ts';
import {
  inCity,
  openLeadAction,
  requestButton,
  WHY_ARTIST,
  wallOf,
  whyRequest,
} from '#mail/phrases.ts';
import { type Template, template } from '#mail/template.ts';

/** What an artist hears of their sketches. */
const toArtist = (said: { subject: string; preview: string; text: string }): Template =>
  template(aboutLead, ({ lead }) => ({
    subject: `${said.subject}${inCity(lead)}`,
    preview: said.preview,
    heading: said.subject,
    blocks: [{ kind: 'text', text: said.text }, wallOf(lead)],
    button: openLeadAction(lead, 'Open the Sketches', 'design'),
    why: WHY_ARTIST,
  }));

const onWall = ownRequestWithArtist.extend({
  /** Whether it lies on a photo of the wall. */
  on_wall: z.boolean().default(false),
});
const seeIt = (data: z.output<typeof onWall>) =>
  data.on_wall ? 'See it on a photo of your wall' : 'Look at it';

/** Emails about sketches. They show no picture: it would be out of the hands of both. */
export const SKETCH_TEMPLATES: Record<string, Template> = {
  request_sketch: template(onWall, (data) => ({
    subject: `${data.artist.name} sent a sketch for your wall`,
    preview: `${seeIt(data)}, pin comments, ask for changes or approve it.`,
    heading: `A sketch from ${data.artist.name}`,
    blocks: [
      {
        kind: 'text',
        text: `${seeIt(data)}, pin comments, ask for changes or approve it.`,
      },
    ],
    button: requestButton(data, 'design'),
    ...whyRequest(data),
  })),

  request_sketch_reopened: template(ownRequestWithArtist, (data) => ({
    subject: `${data.artist.name} asks to reopen the approved sketch`,
    preview: 'It stays approved until you agree.',
    heading: `${data.artist.name} asks to reopen the sketch`,
    blocks: [{ kind: 'text', text: 'The sketch stays approved until you agree to reopen it.' }],
    button: requestButton(data, 'design'),
    ...whyRequest(data),
  })),

  request_sketch_round: template(ownRequestWithArtist, (data) => ({
    subject: `${data.artist.name} offers a further round of changes`,
    preview: 'See what it costs, and agree if you want it.',
    heading: `A further round from ${data.artist.name}`,
    blocks: [{ kind: 'text', text: 'See what it costs. It counts once you agree.' }],
    button: requestButton(data, 'design'),
    ...whyRequest(data),
  })),

  lead_sketch_round: toArtist({
    subject: 'The client agreed to a further round of changes',
    preview: 'They can ask for changes again.',
    text: 'They can ask for changes once more, at the price that you offered.',
  }),

  lead_sketch_changes: toArtist({
    subject: 'The client asks for changes to your sketch',
    preview: 'See what they’d like changed.',
    text: 'See what they’d like changed, and send a new version when you’re ready.',
  }),

  lead_sketch_approved: toArtist({
    subject: 'The client approved your sketch',
    preview: 'You can paint it.',
    text: 'The approved version stays as it is. Reopening it takes both of you.',
  }),

  lead_sketch_reopened: toArtist({
    subject: 'The client asks to reopen the approved sketch',
    preview: 'It stays approved until you agree.',
    text: 'The sketch stays approved until you agree to reopen it.',
  }),
};
