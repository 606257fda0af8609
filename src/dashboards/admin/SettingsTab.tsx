import { NOTICE_TOPICS } from '#features/notifications/notices.ts';
import { accountActions } from '../account-actions.store.ts';
import { AccountSettings } from '../AccountSettings.tsx';
import { CostsSection } from '#features/estimates/admin/CostsSection.tsx';
import { MatchingSettings } from '#features/requests/matching/admin/MatchingSettings.tsx';
import type { AdminTabProps } from './tab-props.ts';

/**
 * What admins set, and the account; section 2 leaves the rest of an admin's settings for later. An admin's account is not deleted here,
 * because the covers of cities that it has uploaded would go with it.
 */
export function SettingsTab({ account }: AdminTabProps) {
  return (
    <AccountSettings
      account={account}
      actionsFor={accountActions}
      topics={NOTICE_TOPICS.admin}
      comingSoon="Settings coming soon. Until then operators set up the platform by environment variables."
    >
      <CostsSection />
      <MatchingSettings />
    </AccountSettings>
  );
}
