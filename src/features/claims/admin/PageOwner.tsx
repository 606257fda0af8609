import { whyNot } from '#data/why-not-saved.ts';
import type { AdminArtist } from '#features/artists/admin/admin-artist.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { shortDate } from '#lib/wall-time.ts';
import { Badge } from '#ui/Badge.tsx';
import { SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { PageClaim } from '../claim.ts';
import { inviteArtist } from '../claims.api.ts';
import { ClaimAnswer } from './ClaimAnswer.tsx';

interface Props {
  artist: AdminArtist;
  onChanged: () => void;
}

/** Of a page that nobody has taken over: the invitation, and who says that it is theirs. */
export function PageOwner({ artist, onChanged }: Props) {
  const { busy, run } = useAction(async () => {
    await inviteArtist(artist.id);
    void toast.success(ADMIN_TOASTS.invited);
    onChanged();
  }, whyNot(ADMIN_TOASTS.inviteFailed));
  if (!artist.unclaimed) return null;
  return (
    <div className="mt-2 flex flex-col items-start gap-2 font-normal">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="clay">Not yet claimed</Badge>
        {artist.email && (
          <SmallButton
            busy={busy}
            aria-label={`${artist.invited_at ? 'Invite Again' : 'Invite'}: ${artist.name}`}
            onClick={() => void run()}
          >
            {artist.invited_at ? 'Invite Again' : 'Invite'}
          </SmallButton>
        )}
      </div>
      {artist.invited_at && (
        <p className="text-ink-2 text-sm">{`Invited ${shortDate(artist.invited_at)}`}</p>
      )}
      {artist.claims.map((claim) => (
        <Claim key={claim.id} claim={claim} name={artist.name} onChanged={onChanged} />
      ))}
    </div>
  );
}

interface ClaimProps {
  claim: PageClaim;
  name: string;
  onChanged: () => void;
}

function Claim({ claim, name, onChanged }: ClaimProps) {
  return (
    <div className="space-y-2 rounded-control border border-line bg-paper px-3 py-2 text-sm wrap-anywhere">
      <p>
        <strong>{claim.email}</strong> says that this page is theirs.
      </p>
      {claim.note && <p className="whitespace-pre-line text-ink-2">{`“${claim.note}”`}</p>}
      <div className="flex flex-wrap gap-2">
        <ClaimAnswer claim={claim} name={name} onChanged={onChanged} />
      </div>
    </div>
  );
}
