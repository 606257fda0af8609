import type { Language } from '#config/language.ts';
import type { NoticeMode, NoticePreferences } from '#features/notifications/notices.ts';

/** What a settings page can do to an account. */
export interface AccountActions {
  /** From the name that was read; refused as stale when it is another by now. */
  changeName: (name: string, read: string) => Promise<void>;
  readName: () => Promise<string>;
  /** Chooses the language of our emails. */
  changeLanguage: (language: Language) => Promise<void>;
  changePassword: (present: string, next: string) => Promise<void>;
  /** Asks for another address, which has to confirm; we email the old one. */
  changeEmail: (email: string) => Promise<void>;
  /** Sends the mail to the new address once more. */
  resendEmail: () => Promise<void>;
  /** Reads the account anew, because a link may have been pressed elsewhere. */
  refresh: () => Promise<void>;
  /** How the person hears of what. */
  readNotices: () => Promise<NoticePreferences>;
  saveNotice: (topic: string, mode: NoticeMode, zone: string | null) => Promise<void>;
  /** What leaving would erase from this device, as words for a list. */
  losses: () => string[];
  /** Ends every session, this one included, and leaves the page. */
  logOutEverywhere: () => Promise<void>;
  /** Everything about the person as one archive; tells how many of its files are there. */
  downloadEverything: (
    onProgress: (done: number, of: number) => void,
  ) => Promise<{ name: string; file: Blob }>;
  /** Deletes the account and leaves the page. */
  deleteAccount: () => Promise<void>;
  /** The sentence to show for what one of these threw. */
  explain: (error: unknown) => string;
}
