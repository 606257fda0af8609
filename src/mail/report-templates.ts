import { paths, sameOriginPath } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { REPORT_REASON_LABELS } from '#features/reports/picture-report.ts';
import {
  aboutLead,
  decidedReport,
  hiddenMural,
  reportedPicture,
  takenDownPicture,
} from './data.ts';
import { factsOf, WHY_ADMIN, WHY_ARTIST } from './phrases.ts';
import { type Template, template } from './template.ts';

/** Mails about what was reported, or taken off the pages. */
export const REPORT_TEMPLATES: Record<string, Template> = {
  mural_hidden: template(hiddenMural, ({ title, reason }) => ({
    subject: `Your mural “${title}” was taken down`,
    preview: reason,
    heading: 'A mural of yours is hidden',
    blocks: [
      { kind: 'text', text: `An admin has taken “${title}” off the pages, for this reason:` },
      { kind: 'quote', text: reason },
      {
        kind: 'text',
        text: 'It’s still in your murals. To have it shown again, change it and reply to this email.',
      },
    ],
    button: { label: 'Open your murals', path: paths.dashboard('artist', 'murals') },
    why: WHY_ARTIST,
  })),

  picture_reported: template(reportedPicture, ({ reason, words, page }) => ({
    subject: `A photo was reported: ${REPORT_REASON_LABELS[reason]}`,
    preview: words ?? 'Please look at it.',
    heading: 'A photo was reported',
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['What is wrong', REPORT_REASON_LABELS[reason]],
          ['Page', page],
        ],
      },
      ...(words ? [{ kind: 'quote' as const, text: words }] : []),
      { kind: 'text', text: 'It stays where it is until you have decided.' },
    ],
    button: { label: 'Open the reports', path: paths.adminReports },
    why: WHY_ADMIN,
  })),

  picture_taken_down: template(takenDownPicture, ({ reason, mural }) => ({
    subject: mural ? `A photo of “${mural}” was taken down` : 'A photo of yours was taken down',
    preview: reason,
    heading: 'A photo of yours was taken down',
    blocks: [
      {
        kind: 'text',
        text: `Someone reported a photo ${mural ? `of your mural “${mural}”` : 'on your page'}, and the people who run ${SITE.name} have removed it from your pages with its file. Their reason:`,
      },
      { kind: 'quote', text: reason },
      { kind: 'text', text: 'Reply to this email if you disagree.' },
    ],
    button: { label: 'Open your portfolio', path: paths.dashboard('artist', 'portfolio') },
    why: WHY_ARTIST,
  })),

  report_decided: template(decidedReport, ({ decision, page }) => {
    const down = decision === 'taken_down';
    return {
      subject: down ? 'The photo you reported is gone' : 'The photo you reported stays',
      preview: 'Thank you for telling us.',
      heading: 'Thank you for telling us',
      blocks: [
        {
          kind: 'text',
          text: down
            ? 'We looked at the photo you reported and took it down.'
            : 'We looked at the photo you reported. It follows our terms, so it stays. Reply to this email if we missed something.',
        },
        { kind: 'text', text: 'We won’t keep your address.' },
      ],
      button: { label: 'Open the page', path: sameOriginPath(page) ?? paths.home },
      why: `You get this because a photo was reported at ${SITE.name} with this address. If that was not you, ignore this email:`,
    };
  }),

  thread_reported: template(aboutLead, ({ lead }) => ({
    subject: 'A message was reported',
    preview: 'Its conversation is closed until you have looked at it.',
    heading: 'A message was reported',
    blocks: [
      {
        kind: 'text',
        text: 'The conversation is hidden from the person who reported it and closed to both.',
      },
      { kind: 'facts', rows: factsOf(lead) },
    ],
    button: { label: 'Open the leads', path: paths.dashboard('admin', 'leads') },
    why: WHY_ADMIN,
  })),
};
