import { paths } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { noticePath } from '#features/notifications/notice-path.ts';
import { NOTICES, noticeTitle } from '#features/notifications/notices.ts';
import { plural } from '#lib/format.ts';
import { collected, nothing } from '#mail/data.ts';
import { text } from '#mail/phrases.ts';
import { type Template, toAccount } from '#mail/template.ts';

/** Emails to the owner of an account. */
export const ACCOUNT_TEMPLATES: Record<string, Template> = {
  artist_welcome: toAccount(nothing, () => ({
    subject: `Welcome to ${SITE.name}: set up your page`,
    blocks: [
      text('Three steps, and clients can find you.'),
      {
        kind: 'list',
        items: [
          'Add your city, styles and surfaces.',
          'Add photos of your work.',
          'Make your profile public.',
        ],
      },
    ],
    button: { label: 'Finish Your Profile', path: paths.dashboard('artist', 'setup') },
  })),

  digest: toAccount(collected, ({ notices }) => {
    const [first] = notices.map(noticeTitle);
    const [role] = notices.flatMap(({ kind }) => NOTICES[kind]?.role ?? []);
    return {
      subject: `${plural(notices.length, 'update')} for you at ${SITE.name}`,
      preview: notices.length > 1 ? `${first}, and more.` : `${first}.`,
      blocks: [
        {
          kind: 'links',
          items: notices.map((notice) => ({ text: noticeTitle(notice), path: noticePath(notice) })),
        },
        text('Change how often we email you in your settings.'),
      ],
      button: { label: 'Open Your Dashboard', path: role ? paths.dashboard(role) : paths.auth },
    };
  }),

  account_deleted: toAccount(nothing, () => ({
    subject: `Your ${SITE.name} account is deleted`,
    preview: 'This is our last email to you.',
    blocks: [text('So are your profile, photos and name in requests.')],
    button: { label: `Visit ${SITE.name}`, path: paths.home },
  })),
};
