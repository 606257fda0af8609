import { paths, sameOriginPath } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { REPORT_REASON_LABELS } from '#features/reports/picture-report.ts';
import {
  aboutLead,
  decidedReport,
  hiddenMural,
  reportedPicture,
  takenDownPicture,
} from '#mail/data.ts';
import { leadFactsOf, WHY_ADMIN, WHY_ARTIST } from '#mail/phrases.ts';
import { type Template, template } from '#mail/template.ts';

/** Emails about what was reported or taken down. */
export const REPORT_TEMPLATES: Record<string, Template> = {
  mural_hidden: template(hiddenMural, ({ title, reason }) => ({
    subject: `Your mural “${title}” was taken down`,
    preview: reason,
    heading: 'Your mural was taken down',
    blocks: [
      { kind: 'text', text: `An admin took down “${title}”. Their reason:` },
      { kind: 'quote', text: reason },
      {
        kind: 'text',
        text: 'To have it shown again, change it in your dashboard and reply to this email.',
      },
    ],
    button: { label: 'Open Your Murals', path: paths.dashboard('artist', 'murals') },
    why: WHY_ARTIST,
  })),

  picture_reported: template(reportedPicture, ({ reason, words, page }) => ({
    subject: `A photo was reported: ${REPORT_REASON_LABELS[reason]}`,
    preview: words ?? 'Please review it.',
    heading: 'A photo was reported',
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Reason', REPORT_REASON_LABELS[reason]],
          ['Page', page],
        ],
      },
      ...(words ? [{ kind: 'quote' as const, text: words }] : []),
      { kind: 'text', text: 'It stays public until you decide.' },
    ],
    button: { label: 'Review Reports', path: paths.adminReports },
    why: WHY_ADMIN,
  })),

  picture_taken_down: template(takenDownPicture, ({ reason, mural }) => ({
    subject: mural ? `A photo of “${mural}” was taken down` : 'Your photo was taken down',
    preview: reason,
    heading: 'Your photo was taken down',
    blocks: [
      {
        kind: 'text',
        text: `Someone reported a photo ${mural ? `of your mural “${mural}”` : 'on your page'}. We deleted it, for this reason:`,
      },
      { kind: 'quote', text: reason },
      { kind: 'text', text: 'Reply to this email if you disagree.' },
    ],
    button: { label: 'Open Your Portfolio', path: paths.dashboard('artist', 'portfolio') },
    why: WHY_ARTIST,
  })),

  report_decided: template(decidedReport, ({ decision, page }) => {
    const down = decision === 'taken_down';
    return {
      subject: down ? 'We took down the photo you reported' : 'The photo you reported stays',
      preview: 'Thank you for telling us.',
      heading: 'Thank you for telling us',
      blocks: [
        {
          kind: 'text',
          text: down
            ? 'We looked at the photo you reported and took it down.'
            : 'The photo you reported follows our terms, so it stays. Reply if we missed something.',
        },
        { kind: 'text', text: 'We won’t keep your address.' },
      ],
      button: { label: 'Open the Page', path: sameOriginPath(page) ?? paths.home },
      why: `You’re getting this because a photo was reported at ${SITE.name} with this address. If that wasn’t you, ignore this email:`,
    };
  }),

  conversation_reported: template(aboutLead, ({ lead }) => ({
    subject: 'A message was reported',
    preview: 'The conversation is closed until you decide.',
    heading: 'A message was reported',
    blocks: [
      {
        kind: 'text',
        text: 'The conversation is hidden from the person who reported it and closed to both.',
      },
      { kind: 'facts', rows: leadFactsOf(lead) },
    ],
    button: { label: 'Open Leads', path: paths.dashboard('admin', 'leads') },
    why: WHY_ADMIN,
  })),
};
