import { useCallback } from 'react';
import { toAppError } from '#data/app-error.ts';
import { insuranceLabel } from '#features/artists/artist-terms.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { messageFor } from '#lib/errors.ts';
import { SmallButton } from '#ui/Button.tsx';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { toast } from '#ui/overlays/toast.ts';
import { saveLink } from '#ui/share/save-file.ts';
import { paperName } from './paper-file.ts';
import { agreedPapers, certificateLink } from './papers.api.ts';

interface Props {
  of: AssignmentKey;
  artist: string;
}

/** What the client of an accepted proposal can have of the artist's papers. */
export function AgreedPapers({ of: { lead, artist: id, token }, artist }: Props) {
  const load = useCallback(() => agreedPapers({ lead, artist: id, token }), [lead, id, token]);
  const { data } = useLoad(load);
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    const failed = 'The certificate could not be opened. Try again.';
    void toast.error(messageFor(toAppError(error).code, failed));
  });
  const open = () =>
    void attempt(async () => {
      const url = await certificateLink({ lead, artist: id, token }, artist);
      saveLink(paperName(artist, new URL(url).pathname), url);
    });
  const label = data && insuranceLabel(data);
  if (!label && !data?.insured_to) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {label && <p>{label}</p>}
      {data?.insured_to && (
        <SmallButton busy={busy} onClick={open}>
          Download Certificate
        </SmallButton>
      )}
    </div>
  );
}
