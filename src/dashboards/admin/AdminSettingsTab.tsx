import type { TabProps } from '#features/accounts/account-types.ts';
import { CostsSection } from '#features/estimates/admin/CostsSection.tsx';
import { NOTICE_TOPICS } from '#features/notifications/notices.ts';
import { MatchingSection } from '#features/requests/matching/admin/MatchingSection.tsx';
import { AccountSettings } from '../AccountSettings.tsx';
import { accountActions } from '../account-actions.store.ts';

/**
 * What admins set, and the account; section 2 leaves the rest of an admin's settings for later. An admin's account is not deleted here,
 * because the covers of cities that it has uploaded would go with it.
 */
export function AdminSettingsTab({ account }: TabProps) {
  return (
    <AccountSettings
      account={account}
      actionsFor={accountActions}
      topics={NOTICE_TOPICS.admin}
      comingSoon="Settings coming soon. Until then operators set up the platform by environment variables."
    >
      <CostsSection />
      <MatchingSection />
    </AccountSettings>
  );
}
