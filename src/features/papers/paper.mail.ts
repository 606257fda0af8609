import { paths } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { dayLabel } from '#lib/format.ts';
import { aboutPaper, refusedPaper } from '#mail/data.ts';
import { text } from '#mail/phrases.ts';
import { type Template, toAdmin, toArtist } from '#mail/template.ts';

const button = { label: 'Open Your Papers', path: paths.dashboard('artist', 'settings') };

/** Emails about an artist's certificate of insurance. */
export const PAPER_TEMPLATES: Record<string, Template> = {
  paper_sent: toAdmin(aboutPaper, ({ artist }) => ({
    subject: `${artist.name} sent a certificate of insurance`,
    blocks: [text('Their page shows it once you approve it.')],
    button: { label: 'Check the Certificate', path: paths.dashboard('admin', 'overview') },
  })),

  paper_checked: toArtist(aboutPaper, ({ ends_on }) => ({
    subject: 'Your insurance is checked',
    blocks: [text(`Your page says so until ${dayLabel(ends_on)}.`)],
    button,
  })),

  paper_refused: toArtist(refusedPaper, ({ reason }) => ({
    subject: 'We couldn’t approve your certificate of insurance',
    preview: reason,
    blocks: [
      text('An admin’s reason:'),
      { kind: 'quote', text: reason },
      text('You can send another one.'),
    ],
    button,
  })),

  paper_ending: toArtist(aboutPaper, ({ ends_on }) => ({
    subject: `Your insurance ends on ${dayLabel(ends_on)}`,
    blocks: [
      text(
        `On ${dayLabel(ends_on)} your ${SITE.name} page stops saying that your insurance is checked. Send the next certificate before then.`,
      ),
    ],
    button,
  })),
};
