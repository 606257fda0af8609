import { useState } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { Skeleton } from '#ui/Spinner.tsx';
import { saveLink } from '#ui/share/save-file.ts';
import { CertificateForm } from './CertificateForm.tsx';
import { type Paper, type PaperState, paperFacts } from './paper.ts';
import { paperName } from './paper-file.ts';
import { myPapers, paperLink, removePaper } from './papers.api.ts';

const STATES: Record<PaperState, [BadgeTone, string]> = {
  sent: ['clay', 'Waiting for an admin'],
  checked: ['leaf', 'Checked'],
  refused: ['danger', 'Declined'],
  ended: ['neutral', 'Ended'],
};

interface Props {
  artist: Pick<Artist, 'id' | 'name'>;
}

/** The artist's certificate of insurance: how far it is, and a form for the next one. */
export function Papers({ artist }: Props) {
  const { data: papers, failed, reload, change } = useLoad(myPapers);
  const [removing, setRemoving] = useState<Paper | null>(null);
  const [isNew, setNew] = useState(false);
  const show = (all: Paper[]) => change(() => all);
  const remove = useAction(async () => {
    if (removing) show(await removePaper(removing.id));
    setRemoving(null);
    void toast.success('Certificate removed');
  }, 'Failed to remove the certificate');
  if (!papers)
    return failed ? (
      <LoadFailed text="Your papers didn’t load." onRetry={reload} />
    ) : (
      <Skeleton className="h-24" />
    );
  const states = papers.map(({ state }) => state);
  const isAsked = isNew || !states.some((state) => state === 'sent' || state === 'checked');
  return (
    <div className="flex flex-col items-start gap-5">
      {papers.length > 0 && (
        <ul className="flex w-full flex-col gap-3">
          {papers.map((paper) => (
            <PaperLine key={paper.id} paper={paper} artist={artist.name} onRemove={setRemoving} />
          ))}
        </ul>
      )}
      {isAsked ? (
        <CertificateForm
          artist={artist.id}
          onSent={(all) => {
            show(all);
            setNew(false);
          }}
        />
      ) : (
        <Button variant="secondary" onClick={() => setNew(true)}>
          Send Another Certificate
        </Button>
      )}
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title="Remove this certificate?"
        confirmLabel="Remove"
        busy={remove.busy}
        onConfirm={() => void remove.run()}
      >
        {removing?.state === 'checked'
          ? 'Your page stops saying that your insurance is checked. The file is deleted.'
          : 'The file is deleted.'}
      </ConfirmDialog>
    </div>
  );
}

interface LineProps {
  paper: Paper;
  artist: string;
  onRemove: (paper: Paper) => void;
}

function PaperLine({ paper, artist, onRemove }: LineProps) {
  const [tone, label] = STATES[paper.state];
  const open = useAction(
    async () => saveLink(paperName(artist, paper.path), await paperLink(paper.path, artist)),
    'Failed to open the certificate',
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line p-4">
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1.5 wrap-anywhere">
        <Badge tone={tone}>{label}</Badge>
        <p>{paperFacts(paper)}</p>
        {paper.reason && <p className="text-ink-2">{`“${paper.reason}”`}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" busy={open.busy} onClick={() => void open.run()}>
          Download
        </Button>
        <Button variant="ghost" onClick={() => onRemove(paper)}>
          Remove
        </Button>
      </div>
    </li>
  );
}
