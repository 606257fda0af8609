import { TermsSection } from '#features/agreements/TermsSection.tsx';
import type { ArtistTabProps } from '#features/artists/tab-props.ts';
import { keptBy } from '#features/kept-copies/kept-copy.ts';
import { NOTICE_TOPICS } from '#features/notifications/notices.ts';
import { Papers } from '#features/papers/Papers.tsx';
import { PauseForm } from '#features/profile/PauseForm.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { AccountSettings } from '../AccountSettings.tsx';

/** New requests, terms and the account; the specification leaves the rest of this tab for later. */
export function ArtistSettingsTab({ account, artist, onArtist }: ArtistTabProps) {
  return (
    <AccountSettings
      account={account}
      hasName={false}
      topics={NOTICE_TOPICS.artist}
      loses={`This deletes your profile and photos, and removes you from every lead. ${keptBy('A client who accepted your proposal')}`}
      comingSoon="More settings are coming soon."
    >
      <SettingsSection title="New requests" text="Pause new requests. Your page says until when.">
        <PauseForm artist={artist} onArtist={onArtist} />
      </SettingsSection>
      <TermsSection />
      <SettingsSection
        title="Papers"
        text="Your page shows only the date your certificate runs out. Clients who accept your proposal can download it."
      >
        <Papers artist={artist} />
      </SettingsSection>
    </AccountSettings>
  );
}
