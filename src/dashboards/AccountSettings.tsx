import type { Language } from '#config/language.ts';
import { paths } from '#config/paths.ts';
import { DownloadEverything } from '#features/accounts/settings/DownloadEverything.tsx';
import { EmailForm } from '#features/accounts/settings/EmailForm.tsx';
import { LanguageForm } from '#features/accounts/settings/LanguageForm.tsx';
import { NameForm } from '#features/accounts/settings/NameForm.tsx';
import { NoticeForm } from '#features/accounts/settings/NoticeForm.tsx';
import { PasswordForm } from '#features/accounts/settings/PasswordForm.tsx';
import type { NoticeTopic } from '#features/notifications/notices.ts';
import type { Pieces } from '#ui/pieces.ts';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { DangerZone } from './DangerZone.tsx';

interface Props {
  account: { name: string; email: string; newEmail: string | null; language: Language };
  /** The account has a name of its own; an artist's is that of the profile. */
  hasName?: boolean;
  /** We write to them in the language that they choose. */
  hasLanguage?: boolean;
  /** What goes with the account when it is deleted, as a sentence; without one it cannot be deleted here. */
  loses?: string;
  /** What the person gets notifications about. */
  topics: readonly NoticeTopic[];
  /** What the specification says of the tab: that more is coming. */
  comingSoon: string;
  /** Sections of the role, before those that all have. */
  children?: Pieces;
}

/** What every person can do to their account; the same for all roles. */
export function AccountSettings(props: Props) {
  const { account, hasName = true, hasLanguage = true, loses, topics, comingSoon } = props;
  return (
    <div className="flex max-w-4xl flex-col gap-8">
      {props.children}
      {hasName && (
        <SettingsSection title="Account">
          <NameForm name={account.name} />
        </SettingsSection>
      )}
      {hasLanguage && (
        <SettingsSection title="Language">
          <LanguageForm language={account.language} />
        </SettingsSection>
      )}
      <SettingsSection title="Notifications" text="New activity always shows in the bell.">
        <NoticeForm topics={topics} />
      </SettingsSection>
      <SettingsSection
        title="Email address"
        text={`Signed in as ${account.email}. The new address confirms the change; the old one can cancel it.`}
      >
        <EmailForm email={account.email} newEmail={account.newEmail} />
      </SettingsSection>
      <SettingsSection title="Password">
        <PasswordForm email={account.email} />
      </SettingsSection>
      <SettingsSection
        title="Your data"
        text={
          <span>
            Everything we keep about you, in one archive.{' '}
            <a href={paths.privacy} className="font-semibold text-brand underline">
              What we keep
            </a>
          </span>
        }
      >
        <DownloadEverything />
      </SettingsSection>
      <SettingsSection title={loses ? 'Sessions and data' : 'Sessions'}>
        <DangerZone loses={loses} />
      </SettingsSection>
      <p className="rounded-card border-2 border-line border-dashed p-5 text-center text-ink-2">
        {comingSoon}
      </p>
    </div>
  );
}
