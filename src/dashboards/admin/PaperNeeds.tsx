import { useState } from 'react';
import { whyNot } from '#data/why-not-saved.ts';
import { whyRefused } from '#data/why-refused.ts';
import { paperFacts, type WaitingPaper } from '#features/papers/paper.ts';
import { paperName } from '#features/papers/paper-file.ts';
import { adminPaperLink, decidePaper } from '#features/papers/papers.api.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { ReasonDialog } from '#ui/admin-list/ReasonDialog.tsx';
import { Button, SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { saveLink } from '#ui/share/save-file.ts';
import { When } from '#ui/When.tsx';
import { AdminNeed, NeedGroup } from './NeedGroup.tsx';
import type { AdminNeeds } from './needs.ts';

interface Props {
  papers: AdminNeeds['papers'];
  onChanged: () => void;
}

/** Certificates of insurance that wait for an admin, the first of them first. */
export function PaperNeeds({ papers, onChanged }: Props) {
  const [declining, setDeclining] = useState<WaitingPaper | null>(null);
  return (
    <>
      <NeedGroup title="Papers to check" of={papers}>
        {papers.rows.map((paper) => (
          <Waiting key={paper.id} paper={paper} onDecline={setDeclining} onChanged={onChanged} />
        ))}
      </NeedGroup>
      <ReasonDialog
        row={declining}
        title="Decline this certificate?"
        action="Decline"
        send={({ id }, reason) => decidePaper(id, false, reason)}
        done={ADMIN_TOASTS.paperRefused}
        explain={whyRefused(ADMIN_TOASTS.claimFailed)}
        onClose={() => setDeclining(null)}
        onHidden={onChanged}
      >
        {({ artist }) => <span>{`We’ll email ${artist} your reason.`}</span>}
      </ReasonDialog>
    </>
  );
}

interface WaitingProps {
  paper: WaitingPaper;
  onDecline: (paper: WaitingPaper) => void;
  onChanged: () => void;
}

function Waiting({ paper, onDecline, onChanged }: WaitingProps) {
  const { id, artist, path, own } = paper;
  const open = useAction(
    async () => saveLink(paperName(artist, path), await adminPaperLink(id, artist)),
    ADMIN_TOASTS.openPaperFailed,
  );
  const { busy, run } = useAction(async () => {
    await decidePaper(id, true);
    void toast.success(ADMIN_TOASTS.paperChecked);
    onChanged();
  }, whyNot(ADMIN_TOASTS.claimFailed));
  return (
    <AdminNeed
      title={artist}
      actions={
        <>
          <SmallButton
            busy={open.busy}
            aria-label={`Open the certificate of ${artist}`}
            onClick={() => void open.run()}
          >
            Open
          </SmallButton>
          {!own && (
            <>
              <Button
                size="sm"
                busy={busy}
                aria-label={`Approve the certificate of ${artist}`}
                onClick={() => void run()}
              >
                Approve
              </Button>
              <SmallButton
                aria-label={`Decline the certificate of ${artist}`}
                onClick={() => onDecline(paper)}
              >
                Decline
              </SmallButton>
            </>
          )}
        </>
      }
    >
      <p className="text-ink">{paperFacts(paper)}</p>
      <p>
        <span>{own ? 'Yours: another admin decides. ' : ''}</span>
        <When iso={paper.created_at} />
      </p>
    </AdminNeed>
  );
}
