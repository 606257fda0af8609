import { paths } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { noticePath } from '#features/notifications/notice-path.ts';
import { NOTICES, noticeTitle } from '#features/notifications/notices.ts';
import { collected, nothing } from './data.ts';
import { counted, WHY_ACCOUNT } from './phrases.ts';
import { type Template, template } from './template.ts';

/** Mails to the owner of an account. */
export const ACCOUNT_TEMPLATES: Record<string, Template> = {
  artist_welcome: template(nothing, () => ({
    subject: `Welcome to ${SITE.name}: show your walls`,
    preview: 'Three steps until clients find you.',
    heading: `Welcome to ${SITE.name}`,
    blocks: [
      {
        kind: 'text',
        text: 'Clients find you once your profile is public. Three steps lead there:',
      },
      {
        kind: 'list',
        items: [
          'Say who you are: city, styles, what you paint on.',
          'Add photos of your walls.',
          'Make the profile public.',
        ],
      },
    ],
    button: { label: 'Finish your profile', path: paths.dashboard('artist', 'profile') },
    why: WHY_ACCOUNT,
  })),

  digest: template(collected, ({ notices }) => {
    const [first] = notices.map(noticeTitle);
    const [role] = notices.flatMap(({ kind }) => NOTICES[kind]?.role ?? []);
    return {
      subject: `${counted(notices.length, 'thing is', 'things are')} new for you at ${SITE.name}`,
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
      button: { label: 'Open your dashboard', path: role ? paths.dashboard(role) : paths.auth },
      why: WHY_ACCOUNT,
    };
  }),

  account_deleted: template(nothing, () => ({
    subject: `Your ${SITE.name} account is deleted`,
    preview: 'This is the last email to it.',
    heading: 'Your account is deleted',
    blocks: [
      {
        kind: 'text',
        text: 'Your profile, your photos and your name in requests went with it. We don’t keep this address.',
      },
    ],
    button: { label: `Visit ${SITE.name}`, path: paths.home },
    why: WHY_ACCOUNT,
  })),
};
