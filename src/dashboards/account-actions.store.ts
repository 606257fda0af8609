import { SITE } from '#config/site.ts';
import { deleteAccount } from '#features/accounts/account-deletion.api.ts';
import {
  changeLanguage,
  changeName,
  changePassword,
  readName,
} from '#features/accounts/auth.api.ts';
import { refreshAccount, requestEmail, resendAuthMail } from '#features/accounts/auth-mail.api.ts';
import { authMessage } from '#features/accounts/auth-message.api.ts';
import { logOut, redirectHomeAfter } from '#features/accounts/session.store.ts';
import {
  readNoticePreferences,
  saveNoticePreference,
} from '#features/notifications/notices.api.ts';
import { wallDay } from '#lib/day.ts';
import { logoutLosses } from './logout-losses.store.ts';

const FAREWELL = 'Your account and your data are deleted';

const archiveName = () => `${SITE.name.toLowerCase()}-${wallDay()}.zip`;

/** What the settings of every role offer, for the account with this email. */
export function accountActions(email: string) {
  return {
    losses: logoutLosses,
    changeName,
    readName,
    changeLanguage,
    changePassword: (present: string, next: string) => changePassword(email, present, next),
    changeEmail: (next: string) => requestEmail(next, location.origin + location.pathname),
    resendEmail: () => resendAuthMail('email_change', email),
    readNotices: readNoticePreferences,
    saveNotice: saveNoticePreference,
    refresh: () => refreshAccount().catch(() => {}),
    logOutEverywhere: () => logOut('global'),
    downloadEverything: async (onProgress: (done: number, of: number) => void) => {
      const { exportArchive } = await import('#features/accounts/export-archive.store.ts');
      return { name: archiveName(), file: await exportArchive(onProgress) };
    },
    deleteAccount: () => redirectHomeAfter(deleteAccount, FAREWELL),
    explain: authMessage,
  };
}
