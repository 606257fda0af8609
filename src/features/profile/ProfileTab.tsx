import { useCallback, useEffect } from 'react';
import type { ArtistTabProps } from '#features/artists/tab-props.ts';
import { TOASTS } from '#lib/toasts.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { toast } from '#ui/overlays/toast.ts';
import { ShellProblem, ShellSkeleton } from '#ui/skeletons.tsx';
import { artistContact } from './own-artist.api.ts';
import { PhotoEditor } from './PhotoEditor.tsx';
import { ProfileForm } from './ProfileForm.tsx';

/** Puts the focus into the field of the form that the address names, once the form is there. */
function useNamedField(isThere: boolean) {
  useEffect(() => {
    if (!isThere) return;
    const focus = () => {
      const name = CSS.escape(location.hash.slice(1));
      const field = name && document.querySelector<HTMLElement>(`main [name="${name}"]`);
      if (!field) return;
      field.scrollIntoView({ block: 'center' });
      field.focus({ preventScroll: true });
      // So that the same link can be pressed again.
      history.replaceState(history.state, '', location.pathname + location.search);
    };
    focus();
    addEventListener('hashchange', focus);
    return () => removeEventListener('hashchange', focus);
  }, [isThere]);
}

/** Photo and texts. */
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
  useNamedField(contact !== null);

  if (!contact && failed && !busy) {
    return <ShellProblem title="Your profile didn’t load" onRetry={reload} />;
  }
  if (!contact) return <ShellSkeleton />;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[18rem_1fr]">
      <div className="lg:sticky lg:top-24">
        <PhotoEditor account={account} artist={artist} onArtist={onArtist} />
      </div>
      <ProfileForm artist={artist} contact={contact} onArtist={onArtist} />
    </div>
  );
}
