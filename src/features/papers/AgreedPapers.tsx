import { useCallback } from 'react';
import { whyNot } from '#data/why-not-saved.ts';
import { insuranceLabel } from '#features/artists/artist-terms.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { saveLink } from '#ui/share/save-file.ts';
import { paperName } from './paper-file.ts';
import { agreedPapers, certificateLink } from './papers.api.ts';

interface Props {
  of: AssignmentKey;
  artist: string;
}

/** What the client of an accepted proposal can have of the artist's papers. */
export function AgreedPapers({ of, artist }: Props) {
  const { data } = useLoad(useCallback(() => agreedPapers(of), [of]));
  const { busy, run } = useAction(async () => {
    const url = await certificateLink(of, artist);
    saveLink(paperName(artist, new URL(url).pathname), url);
  }, whyNot('The certificate wasn’t opened. Try again.'));
  const label = data && insuranceLabel(data);
  if (!label && !data?.insured_to) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {label && <p>{label}</p>}
      {data?.insured_to && (
        <SmallButton busy={busy} onClick={() => void run()}>
          Download Certificate
        </SmallButton>
      )}
    </div>
  );
}
