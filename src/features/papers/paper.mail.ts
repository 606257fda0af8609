import { paths } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { dayLabel, monthAndYear } from '#lib/format.ts';
import { aboutPaper, refusedPaper } from '#mail/data.ts';
import { WHY_ADMIN, WHY_ARTIST } from '#mail/phrases.ts';
import { type Template, template } from '#mail/template.ts';

const button = { label: 'Open Your Papers', path: paths.dashboard('artist', 'settings') };

/** Emails about an artist's certificate of insurance. */
export const PAPER_TEMPLATES: Record<string, Template> = {
  paper_sent: template(aboutPaper, ({ artist }) => ({
    subject: `${artist.name} sent a certificate of insurance`,
    preview: 'Approve or decline it.',
    heading: 'Papers to check',
    blocks: [
      {
        kind: 'text',
        text: `${artist.name} sent a certificate of liability insurance. Their page shows it once you approve it.`,
      },
    ],
    button: { label: 'Check the Certificate', path: paths.dashboard('admin', 'overview') },
    why: WHY_ADMIN,
  })),

  paper_checked: template(aboutPaper, ({ ends_on }) => ({
    subject: 'Your insurance is checked',
    preview: `Your page shows it to ${monthAndYear(ends_on)}.`,
    heading: 'Your insurance is checked',
    blocks: [
      {
        kind: 'text',
        text: `Your page says so until ${dayLabel(ends_on)}. Only clients who accept your proposal can download the certificate.`,
      },
    ],
    button,
    why: WHY_ARTIST,
  })),

  paper_refused: template(refusedPaper, ({ reason }) => ({
    subject: 'We couldn’t approve your certificate of insurance',
    preview: reason,
    heading: 'Your certificate was declined',
    blocks: [
      { kind: 'text', text: 'An admin looked at your certificate of insurance. Their reason:' },
      { kind: 'quote', text: reason },
      { kind: 'text', text: 'You can send another one.' },
    ],
    button,
    why: WHY_ARTIST,
  })),

  paper_ending: template(aboutPaper, ({ ends_on }) => ({
    subject: `Your insurance ends on ${dayLabel(ends_on)}`,
    preview: 'Send the next certificate so your page keeps showing it.',
    heading: 'Your insurance ends soon',
    blocks: [
      {
        kind: 'text',
        text: `On ${dayLabel(ends_on)} your ${SITE.name} page stops saying that your insurance is checked. Send the next certificate before then.`,
      },
    ],
    button,
    why: WHY_ARTIST,
  })),
};
