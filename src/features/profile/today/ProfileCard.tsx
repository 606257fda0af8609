import { paths } from '#config/paths.ts';
import type { Artist } from '#features/artists/artist.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { ProfileStrength } from '../ProfileStrength.tsx';
import { openStep, profileStrength } from '../profile-strength.ts';

/** The way back to the setup until the profile is public; from then on what would make it stronger, if anything. */
export function ProfileCard({ artist }: { artist: Artist }) {
  if (artist.public_visible)
    return profileStrength(artist) < 100 ? <ProfileStrength artist={artist} /> : null;
  return (
    <ProfileStrength artist={artist} title="Finish Your Profile">
      <ButtonLink href={paths.setup(openStep(artist))} className="self-start max-sm:w-full">
        Continue
      </ButtonLink>
    </ProfileStrength>
  );
}
