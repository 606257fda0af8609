import type { TabProps } from '#features/accounts/account-types.ts';
import { NOTICE_TOPICS } from '#features/notifications/notices.ts';
import { AccountSettings } from '../AccountSettings.tsx';

/**
 * The admin's account; section 2 leaves an admin's settings for later. It is not deleted here, because the covers of
 * cities that it has uploaded would go with it.
 */
export function AdminSettingsTab({ account }: TabProps) {
  return (
    <AccountSettings
      account={account}
      hasLanguage={false}
      topics={NOTICE_TOPICS.admin}
      comingSoon="Settings coming soon. Until then operators set up the platform by environment variables."
    />
  );
}
