import { useState } from 'react';
import { paths } from '#config/paths.ts';
import { SmallCopy } from '#features/pictures/chosen/SmallCopy.tsx';
import { TakeDown } from '#features/reports/admin/TakeDown.tsx';
import {
  type AdminPictureReport,
  REPORT_REASON_LABELS,
  reportedWhere,
} from '#features/reports/picture-report.ts';
import { dismissPictureReport } from '#features/reports/picture-reports.api.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { When } from '#ui/When.tsx';
import { AdminNeed, NeedGroup } from './NeedGroup.tsx';
import type { AdminNeeds, ReportedConversation } from './needs.ts';
import type { NeedsProps } from './RequestNeeds.tsx';

/** Conversations and pictures that a visitor reported; those of reviews among the pictures. */
export function Reported({ needs, onOpen, onChanged }: NeedsProps) {
  const [taking, setTaking] = useState<AdminPictureReport | null>(null);
  const { conversations, pictures } = needs;
  return (
    <>
      <NeedGroup
        title="Reported conversations"
        of={conversations}
        href={`${paths.dashboard('admin', 'leads')}?filter=reported`}
      >
        {conversations.rows.map((conversation) => (
          <ReportedRow
            key={conversation.lead_id + conversation.artist_id}
            conversation={conversation}
            onOpen={onOpen}
          />
        ))}
      </NeedGroup>
      <NeedGroup title="Reported photos" of={pictures} href={paths.adminReports}>
        {pictures.rows.map((report) => (
          <Picture key={report.id} report={report} takeDown={setTaking} onChanged={onChanged} />
        ))}
      </NeedGroup>
      <TakeDown report={taking} onClose={() => setTaking(null)} onDone={onChanged} />
    </>
  );
}

function ReportedRow({
  conversation,
  onOpen,
}: {
  conversation: ReportedConversation;
  onOpen: NeedsProps['onOpen'];
}) {
  const { lead_id, artist, client, side, reason, created_at } = conversation;
  const who = `${client ?? 'A client'} and ${artist}`;
  return (
    <AdminNeed
      title={who}
      actions={
        <Button
          size="sm"
          aria-label={`Review the conversation of ${who}`}
          onClick={() => onOpen(lead_id)}
        >
          Review
        </Button>
      }
    >
      {reason && <p className="text-ink">{`“${reason}”`}</p>}
      <p>
        Reported by <span>{side === 'artist' ? artist : 'the client'}</span> ·{' '}
        <When iso={created_at} />
      </p>
    </AdminNeed>
  );
}

interface PictureProps {
  report: AdminNeeds['pictures']['rows'][number];
  takeDown: (report: AdminPictureReport) => void;
  onChanged: () => void;
}

function Picture({ report, takeDown, onChanged }: PictureProps) {
  const { busy, run } = useAction(async () => {
    await dismissPictureReport(report.id);
    void toast.success(ADMIN_TOASTS.reportDismissed);
    onChanged();
  }, ADMIN_TOASTS.dismissFailed);
  const about = reportedWhere(report);
  return (
    <AdminNeed
      picture={
        report.shown && (
          <SmallCopy
            url={report.picture}
            alt=""
            sizes="4rem"
            className="size-16 shrink-0 rounded-control bg-line object-cover"
          />
        )
      }
      title={
        <a href={report.page} className="underline underline-offset-2">
          {about}
        </a>
      }
      actions={
        <>
          <SmallButton
            busy={busy}
            aria-label={`Dismiss the report of a photo of ${about}`}
            onClick={() => void run()}
          >
            Dismiss
          </SmallButton>
          <Button
            variant="danger"
            size="sm"
            aria-label={`Take down a photo of ${about}`}
            onClick={() => takeDown(report)}
          >
            Take Down
          </Button>
        </>
      }
    >
      <p className="text-ink">{report.words ?? REPORT_REASON_LABELS[report.reason]}</p>
      <p>
        <span>{report.by_client ? 'In a client’s review · ' : ''}</span>
        <span>{report.words && `${REPORT_REASON_LABELS[report.reason]} · `}</span>
        <When iso={report.created_at} />
      </p>
    </AdminNeed>
  );
}
