import type { PublishNeed } from '#features/profile/publish-readiness.ts';

const COMPLETE = {
  name: 'Ana',
  city: 'Seguin' as string | null,
  styles: ['Lettering'],
  profile_photo: null as string | null,
  portfolio_images: [] as string[],
};
type Profile = typeof COMPLETE;

/** Profiles and what each lacks, for both implementations of the rule. */
export function publishCases(wall: string, photo: string) {
  const lacking = (over: Partial<Profile>, ...missing: PublishNeed[]) => ({
    profile: { ...COMPLETE, portfolio_images: [wall], ...over },
    missing,
  });
  return [
    lacking({}),
    lacking({ profile_photo: photo }),
    lacking({ portfolio_images: [], profile_photo: photo }),
    lacking({ portfolio_images: [] }, 'picture'),
    lacking({ name: ' ' }, 'name'),
    lacking({ city: null }, 'city'),
    lacking({ city: ' \u00a0' }, 'city'),
    lacking({ styles: [] }, 'style'),
    lacking({ city: null, styles: [] }, 'city', 'style'),
    lacking({ styles: [], portfolio_images: [] }, 'style', 'picture'),
    lacking(
      { name: '', city: '', styles: [], portfolio_images: [] },
      'name',
      'city',
      'style',
      'picture',
    ),
  ];
}
