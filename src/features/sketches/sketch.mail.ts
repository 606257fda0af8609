import { z } from '#lib/zod.ts';
import { aboutLead, ownRequestWithArtist } from '#mail/data.ts';
import { inCity, openLeadAction, requestButton, text, wallOf } from '#mail/phrases.ts';
import { type Template, toArtist, toClient } from '#mail/template.ts';

/** What an artist hears of their sketches. */
const ofSketches = (subject: string, said: string, preview = said): Template =>
  toArtist(aboutLead, ({ lead }) => ({
    subject: `${subject}${inCity(lead)}`,
    preview,
    blocks: [text(said), wallOf(lead)],
    button: openLeadAction(lead, 'Open the Sketches', 'design'),
  }));

const onWall = ownRequestWithArtist.extend({
  /** Whether it lies on a photo of the wall. */
  on_wall: z.boolean().default(false),
});
const seeIt = (data: z.output<typeof onWall>) =>
  data.on_wall ? 'See it on a photo of your wall' : 'Look at it';

/** Emails about sketches. They show no picture: it would be out of the hands of both. */
export const SKETCH_TEMPLATES: Record<string, Template> = {
  request_sketch: toClient(onWall, (data) => ({
    subject: `${data.artist.name} sent a sketch for your wall`,
    blocks: [text(`${seeIt(data)} and answer.`)],
    button: requestButton(data, 'design'),
  })),

  request_sketch_reopened: toClient(ownRequestWithArtist, (data) => ({
    subject: `${data.artist.name} asks to reopen the approved sketch`,
    blocks: [text('It stays approved until you agree.')],
    button: requestButton(data, 'design'),
  })),

  request_sketch_round: toClient(ownRequestWithArtist, (data) => ({
    subject: `${data.artist.name} offers a further round of changes`,
    blocks: [text('It counts once you agree.')],
    button: requestButton(data, 'design'),
  })),

  lead_sketch_round: ofSketches(
    'The client agreed to a further round of changes',
    'They can ask for changes again.',
  ),

  lead_sketch_changes: ofSketches(
    'The client asks for changes to your sketch',
    'See what they’d like changed.',
  ),

  lead_sketch_approved: ofSketches(
    'The client approved your sketch',
    'Reopening it takes both of you.',
    'You can paint it.',
  ),

  lead_sketch_reopened: ofSketches(
    'The client asks to reopen the approved sketch',
    'It stays approved until you agree.',
  ),
};
