import type { TabProps } from '#features/accounts/account-types.ts';
import { keptBy } from '#features/kept-copies/kept-copy.ts';
import { NOTICE_TOPICS } from '#features/notifications/notices.ts';
import { AccountSettings } from '../AccountSettings.tsx';

/** The account; the specification leaves the rest of a client's profile for later. */
export function ClientProfileTab({ account }: TabProps) {
  return (
    <AccountSettings
      account={account}
      topics={NOTICE_TOPICS.client}
      loses={`Your contact and your requests’ texts are removed, also for the artists. ${keptBy('An artist whose proposal you accepted')}`}
      comingSoon="More profile options are coming soon."
    />
  );
}
