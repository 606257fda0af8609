import { useState } from 'react';
import { dismissReports, readTranscript, type Transcript } from '#data/admin-threads.ts';
import type { AdminLead } from '#domain/admin.ts';
import { ASSIGNMENT_LABELS } from '#domain/assignment.ts';
import { MESSAGES } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { ADMIN_TOASTS } from '#domain/toasts.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/FormField.tsx';
import { When } from '#ui/LeadDetails.tsx';
import { toast } from '#ui/toast.ts';
import { useAction } from '#ui/use-action.ts';

interface ConversationsProps {
  lead: AdminLead;
  onChanged: () => void;
}

/** What was written about a lead: closed to admins but after a report, or with a reason that is kept. */
export function Conversations({ lead, onChanged }: ConversationsProps) {
  return (
    <section aria-labelledby="conversations" className="space-y-4 border-line border-t pt-5">
      <h3 id="conversations" className="font-display text-xl">
        Conversations
      </h3>
      <ul className="divide-y divide-line">
        {lead.assignments.map((one) => (
          <li key={one.artist_id} className="py-3">
            <Conversation lead={lead} assignment={one} onChanged={onChanged} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ConversationProps extends ConversationsProps {
  assignment: AdminLead['assignments'][number];
}

function Conversation({ lead, assignment, onChanged }: ConversationProps) {
  const { artist_id: artist, name, state } = assignment;
  // A list that shows only what is reported does not bring a lead again that no longer is.
  const [settled, setSettled] = useState(false);
  const reported = assignment.reported && !settled;
  const [asked, setAsked] = useState(false);
  const [transcript, setTranscript] = useState<Transcript | null>(null);
  const reading = useAction(async (reason?: string) => {
    setTranscript(await readTranscript(lead.id, artist, reason));
    setAsked(false);
  }, ADMIN_TOASTS.readThreadFailed);
  const reopening = useAction(async () => {
    await dismissReports(lead.id, artist);
    setTranscript(null);
    setSettled(true);
    void toast.success(ADMIN_TOASTS.threadReopened);
    onChanged();
  }, ADMIN_TOASTS.reopenFailed);
  const read = () => (reported ? void reading.run() : setAsked(true));
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{name}</span>
        {reported ? (
          <Badge tone="danger">Reported</Badge>
        ) : (
          <Badge>{ASSIGNMENT_LABELS[state]}</Badge>
        )}
        {!transcript && !asked && (
          <Button
            variant="secondary"
            size="sm"
            busy={reading.busy}
            aria-label={`Read the conversation with ${name}`}
            onClick={read}
          >
            Read
          </Button>
        )}
      </div>
      {asked && (
        <ReasonForm
          busy={reading.busy}
          onReason={(reason) => void reading.run(reason)}
          onCancel={() => setAsked(false)}
        />
      )}
      {transcript && <Messages transcript={transcript} artist={name} />}
      {transcript && reported && (
        <Button
          variant="secondary"
          size="sm"
          busy={reopening.busy}
          onClick={() => void reopening.run()}
        >
          Nothing Wrong, Open Again
        </Button>
      )}
    </div>
  );
}

interface ReasonFormProps {
  busy: boolean;
  onReason: (reason: string) => void;
  onCancel: () => void;
}

function ReasonForm({ busy, onReason, onCancel }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const send = () => {
    const said = reason.trim();
    if (said.length < LIMITS.readReasonMin) return setError(MESSAGES.reason_required);
    if (said.length > LIMITS.reason) return setError(MESSAGES.reason_too_long);
    onReason(said);
  };
  return (
    <form
      noValidate
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FormField
        label="Why do you read it?"
        hint="Nobody has reported it. Your reason is kept in the audit trail."
        required
        error={error}
        value={reason}
        onText={setReason}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={busy}>
          Read Conversation
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Messages({ transcript, artist }: { transcript: Transcript; artist: string }) {
  const { messages, reports } = transcript;
  if (messages.length === 0) return <p className="text-ink-2">Nothing was written yet.</p>;
  return (
    <ol className="space-y-3 rounded-card bg-paper-2 p-4">
      {messages.map(({ id, sender, body, created_at }) => (
        <li key={id}>
          <p className="text-ink-2 text-sm">
            {sender === 'artist' ? artist : 'Client'} · <When iso={created_at} />
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{body}</p>
          {reports
            .filter((report) => report.message_id === id)
            .map(({ side, reason }) => (
              <p key={side} className="mt-1 text-danger text-sm">
                Reported by {side === 'artist' ? artist : 'the client'}
                {reason && `: ${reason}`}
              </p>
            ))}
        </li>
      ))}
    </ol>
  );
}
