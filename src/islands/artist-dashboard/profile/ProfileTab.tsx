import { useCallback, useEffect, useState } from 'react';
import { type ArtistContact, artistContact } from '#data/artists.ts';
import { TOASTS } from '#domain/toasts.ts';
import { ShellProblem, ShellSkeleton } from '#ui/dashboard/states.tsx';
import { toast } from '#ui/toast.ts';
import type { ArtistTabProps } from '../ArtistDashboard.tsx';
import { PhotoEditor } from './PhotoEditor.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { missingPieces } from './profile-draft.ts';

/** Photo, texts, and what is still missing before the profile convinces. */
export function ProfileTab({ account, artist, onArtist }: ArtistTabProps) {
  const [contact, setContact] = useState<ArtistContact | 'loading' | 'failed'>('loading');

  const load = useCallback(async () => {
    setContact('loading');
    try {
      setContact(await artistContact(artist.id));
    } catch (error) {
      console.error(error);
      setContact('failed');
      void toast.error(TOASTS.loadProfileFailed);
    }
  }, [artist.id]);
  useEffect(() => void load(), [load]);

  if (contact === 'loading') return <ShellSkeleton />;
  if (contact === 'failed') {
    return <ShellProblem title="Your profile could not be loaded" onRetry={() => void load()} />;
  }
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
