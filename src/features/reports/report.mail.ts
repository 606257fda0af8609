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
import { leadFactsOf, text } from '#mail/phrases.ts';
import { type Template, template, toAdmin, toArtist } from '#mail/template.ts';

/** Emails about what was reported or taken down. */
export const REPORT_TEMPLATES: Record<string, Template> = {
  mural_hidden: toArtist(hiddenMural, ({ title, reason }) => ({
    subject: `Your mural “${title}” was taken down`,
    preview: reason,
    blocks: [
      text(`An admin took down “${title}”. Their reason:`),
      { kind: 'quote', text: reason },
      text('To have it shown again, change it in your dashboard and reply to this email.'),
    ],
    button: { label: 'Open Your Murals', path: paths.dashboard('artist', 'murals') },
  })),

  picture_reported: toAdmin(reportedPicture, ({ reason, words, page }) => ({
    subject: `A photo was reported: ${REPORT_REASON_LABELS[reason]}`,
    preview: words ?? 'Please review it.',
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Reason', REPORT_REASON_LABELS[reason]],
          ['Page', page],
        ],
      },
      ...(words ? [{ kind: 'quote' as const, text: words }] : []),
      text('It stays public until you decide.'),
    ],
    button: { label: 'Review Reports', path: paths.adminReports },
  })),

  picture_taken_down: toArtist(takenDownPicture, ({ reason, mural }) => ({
    subject: mural ? `A photo of “${mural}” was taken down` : 'Your photo was taken down',
    preview: reason,
    blocks: [
      text(
        `Someone reported a photo ${mural ? `of your mural “${mural}”` : 'on your page'}. We deleted it, for this reason:`,
      ),
      { kind: 'quote', text: reason },
      text('Reply to this email if you disagree.'),
    ],
    button: { label: 'Open Your Portfolio', path: paths.dashboard('artist', 'portfolio') },
  })),

  report_decided: template(decidedReport, ({ decision, page }) => {
    const down = decision === 'taken_down';
    return {
      subject: down ? 'We took down the photo you reported' : 'The photo you reported stays',
      blocks: [
        text(
          down
            ? 'We took down the photo you reported.'
            : 'The photo you reported follows our terms, so it stays. Reply if we missed something.',
        ),
        text('We won’t keep your address.'),
      ],
      button: { label: 'Open the Page', path: sameOriginPath(page) ?? paths.home },
      why: `Sent because a photo was reported at ${SITE.name} with this address. If that wasn’t you, ignore this email:`,
    };
  }),

  conversation_reported: toAdmin(aboutLead, ({ lead }) => ({
    subject: 'A message was reported',
    blocks: [
      text('The conversation is closed until you decide.'),
      { kind: 'facts', rows: leadFactsOf(lead) },
    ],
    button: { label: 'Open Leads', path: paths.dashboard('admin', 'leads') },
  })),
};
