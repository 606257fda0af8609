import { paths } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { noticePath } from '#features/notifications/notice-path.ts';
import { NOTICES, noticeTitle } from '#features/notifications/notices.ts';
import { collected, nothing } from '#mail/data.ts';
import { counted, WHY_ACCOUNT } from '#mail/phrases.ts';
import { type Template, template } from '#mail/template.ts';

/** Emails to the owner of an account. */
export const ACCOUNT_TEMPLATES: Record<string, Template> = {
  artist_welcome: template(nothing, () => ({
    subject: `Welcome to ${SITE.name}: set up your page`,
    preview: 'Three steps, and clients can find you.',
    heading: `Welcome to ${SITE.name}`,
    blocks: [
      {
        kind: 'text',
        text: 'Clients can find you once your profile is public. Three steps to get there:',
      },
      {
        kind: 'list',
        items: [
          'Add your city, your styles and the surfaces you paint.',
          'Add photos of your work.',
          'Make your profile public.',
        ],
      },
    ],
    button: { label: 'Finish Your Profile', path: paths.dashboard('artist', 'setup') },
    why: WHY_ACCOUNT,
  })),

  digest: template(collected, ({ notices }) => {
    const [first] = notices.map(noticeTitle);
    const [role] = notices.flatMap(({ kind }) => NOTICES[kind]?.role ?? []);
    return {
      subject: `${counted(notices.length, 'update', 'updates')} for you at ${SITE.name}`,
      preview: notices.length > 1 ? `${first}, and more.` : `${first}.`,
      heading: 'Your day in one email',
      blocks: [
        {
          kind: 'links',
          items: notices.map((notice) => ({ text: noticeTitle(notice), path: noticePath(notice) })),
        },
        {
          kind: 'text',
          text: 'You can change how often we email you in your dashboard settings.',
        },
      ],
      button: { label: 'Open Your Dashboard', path: role ? paths.dashboard(role) : paths.auth },
      why: WHY_ACCOUNT,
    };
  }),

  account_deleted: template(nothing, () => ({
    subject: `Your ${SITE.name} account is deleted`,
    preview: 'This is our last email to you.',
    heading: 'Your account is deleted',
    blocks: [
      {
        kind: 'text',
        text: 'Your profile, your photos and your name in requests are gone too.',
      },
    ],
    button: { label: `Visit ${SITE.name}`, path: paths.home },
    why: WHY_ACCOUNT,
  })),
};
