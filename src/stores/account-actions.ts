import { SITE } from '#config/site.ts';
import { deleteAccount } from '#data/account-deletion.ts';
import { changeName, changePassword, readName } from '#data/auth.ts';
import { refreshAccount, requestEmail, resendMail } from '#data/auth-mail.ts';
import { authMessage } from '#data/auth-message.ts';
import { readNoticePreferences, saveNoticePreference } from '#data/notices.ts';
import { logoutLosses } from './logout-losses.ts';
import { logOut, redirectHomeAfter } from './session.ts';

const FAREWELL = 'Your account and your data are deleted';

const archiveName = () => `${SITE.name.toLowerCase()}-${new Date().toISOString().slice(0, 10)}.zip`;

/** What the settings of every role offer, for the account with this e-mail. */
export function accountActions(email: string) {
  return {
    losses: logoutLosses,
    changeName,
    readName,
    changePassword: (present: string, next: string) => changePassword(email, present, next),
    changeEmail: (next: string) => requestEmail(next, location.origin + location.pathname),
    resendEmail: () => resendMail('email_change', email),
    readNotices: readNoticePreferences,
    saveNotice: saveNoticePreference,
    refresh: () => refreshAccount().catch(() => {}),
    logOutEverywhere: () => logOut('global'),
    downloadEverything: async (onProgress: (done: number, of: number) => void) => {
      const { exportArchive } = await import('./export-archive.ts');
      return { name: archiveName(), file: await exportArchive(onProgress) };
    },
    deleteAccount: () => redirectHomeAfter(deleteAccount, FAREWELL),
    explain: authMessage,
  };
}
