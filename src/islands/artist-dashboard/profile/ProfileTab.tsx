import { useCallback } from 'react';
import { artistContact } from '#data/artists.ts';
import { TOASTS } from '#domain/toasts.ts';
import { ShellProblem, ShellSkeleton } from '#ui/dashboard/states.tsx';
import { toast } from '#ui/toast.ts';
import { useLoad } from '#ui/use-load.ts';
import type { ArtistTabProps } from '../ArtistDashboard.tsx';
import { PhotoEditor } from './PhotoEditor.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { missingPieces } from './profile-draft.ts';

/** Photo, texts, and what is still missing before the profile convinces. */
export function ProfileTab({ account, artist, onArtist }: ArtistTabProps) {
  const load = useCallback(
    () =>
      artistContact(artist.id).catch((error) => {
        void toast.error(TOASTS.loadProfileFailed);
        throw error;
      }),
    [artist.id],
  );
  const { data: contact, busy, failed, reload } = useLoad(load);

  if (!contact && failed && !busy) {
    return <ShellProblem title="Your profile could not be loaded" onRetry={reload} />;
  }
  if (!contact) return <ShellSkeleton />;
  const missing = missingPieces(artist);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[18rem_1fr]">
      <div className="flex flex-col gap-6 lg:sticky lg:top-24">
        <PhotoEditor account={account} artist={artist} onArtist={onArtist} />
        {missing.length > 0 && (
          <section className="rounded-card bg-paper-2 p-5">
            <h2 className="font-display text-lg">Worth adding</h2>
            <ul className="mt-2 list-disc pl-5 text-ink-2">
              {missing.map((piece) => (
                <li key={piece}>{piece}</li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <ProfileForm artist={artist} contact={contact} onArtist={onArtist} />
    </div>
  );
}
