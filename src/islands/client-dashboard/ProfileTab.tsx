import { NOTICE_TOPICS } from '#domain/notices.ts';
import { accountActions } from '#stores/account-actions.ts';
import { AccountSettings } from '#ui/account/AccountSettings.tsx';
import type { ClientTabProps } from './ClientDashboard.tsx';

/** The account; the specification leaves the rest of a client's profile for later. */
export function ProfileTab({ account }: ClientTabProps) {
  return (
    <AccountSettings
      account={account}
      actionsFor={accountActions}
      topics={NOTICE_TOPICS.client}
      loses="Your name, your e-mail and the texts of your requests are removed, also for the artists who have them."
      comingSoon="More profile options are coming soon."
    />
  );
}
