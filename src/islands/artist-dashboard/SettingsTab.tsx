import { NOTICE_TOPICS } from '#domain/notices.ts';
import { accountActions } from '#stores/account-actions.ts';
import { AccountSettings } from '#ui/account/AccountSettings.tsx';
import type { ArtistTabProps } from './ArtistDashboard.tsx';

/** The account; the specification leaves the rest of this tab for later. */
export function SettingsTab({ account }: ArtistTabProps) {
  return (
    <AccountSettings
      account={account}
      actionsFor={accountActions}
      topics={NOTICE_TOPICS.artist}
      loses="Your profile, your images and your place on every lead go with it."
      comingSoon="More settings are coming soon."
    />
  );
}
