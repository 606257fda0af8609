import { useState } from 'react';
import { whyRefused } from '#data/why-refused.ts';
import { pictureAddresses } from '#features/pictures/message-pictures.api.ts';
import { Pictures } from '#features/pictures/Pictures.tsx';
import { useAddresses } from '#features/pictures/use-addresses.ts';
import { AssignmentBadge } from '#features/requests/AssignmentBadge.tsx';
import { readReasonSchema } from '#features/requests/conversation/conversation.ts';
import { picturesOf } from '#features/requests/conversation/pictures-of.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { Badge } from '#ui/Badge.tsx';
import { SmallButton } from '#ui/Button.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { FormFoot } from '#ui/forms/FormFoot.tsx';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { useAction } from '#ui/hooks/use-action.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { When } from '#ui/When.tsx';
import type { AdminLead } from './admin-lead.ts';
import { dismissReports, readTranscript, type Transcript } from './conversations.api.ts';

const JobTranscript = lazyPart(() =>
  import('./JobTranscript.tsx').then((module) => module.JobTranscript),
);

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
  const read = async (reason?: string) => {
    setTranscript(await readTranscript(lead.id, artist, reason));
    setAsked(false);
  };
  const reading = useAction(read, ADMIN_TOASTS.readConversationFailed);
  const reopening = useAction(async () => {
    await dismissReports(lead.id, artist);
    setTranscript(null);
    setSettled(true);
    void toast.success(ADMIN_TOASTS.conversationReopened);
    onChanged();
  }, ADMIN_TOASTS.reopenFailed);
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{name}</span>
        {reported ? <Badge tone="danger">Reported</Badge> : <AssignmentBadge state={state} />}
        {!transcript && !asked && (
          <SmallButton
            busy={reading.busy}
            aria-label={`Read the conversation with ${name}`}
            onClick={() => (reported ? void reading.run() : setAsked(true))}
          >
            Read
          </SmallButton>
        )}
      </div>
      {asked && <ReasonForm read={read} onCancel={() => setAsked(false)} />}
      {transcript && <Messages transcript={transcript} artist={name} />}
      {transcript && (
        <JobTranscript lead={lead.id} artist={{ id: artist, name }} transcript={transcript} />
      )}
      {transcript && reported && (
        <SmallButton busy={reopening.busy} onClick={() => void reopening.run()}>
          Reopen Conversation
        </SmallButton>
      )}
    </div>
  );
}

interface ReasonFormProps {
  read: (reason: string) => Promise<void>;
  onCancel: () => void;
}

function ReasonForm({ read, onCancel }: ReasonFormProps) {
  const form = useTypedForm({
    begin: () => ({ reason: '' }),
    schema: readReasonSchema,
    send: (valid) => read(valid.reason),
    explain: whyRefused(ADMIN_TOASTS.readConversationFailed),
  });
  return (
    <form {...form.props} className="space-y-3">
      {textFields(form)('reason', {
        label: 'Why do you read it?',
        hint: 'It hasn’t been reported. Your reason is kept in the audit trail.',
        required: true,
      })}
      <FormFoot label="Read Conversation" size="sm" busy={form.busy} onCancel={onCancel} />
    </form>
  );
}

function Messages({ transcript, artist }: { transcript: Transcript; artist: string }) {
  const { messages, reports } = transcript;
  const sent = messages.flatMap(({ pictures }) => pictures.filter(({ arrived }) => arrived));
  const paths = sent.map(({ path }) => path);
  const { urls: remote, again } = useAddresses(paths, pictureAddresses);
  if (messages.length === 0) return <p className="text-ink-2">Nothing was written yet.</p>;
  return (
    <ol className="space-y-3 rounded-card bg-paper-2 p-4">
      {messages.map((message) => (
        <li key={message.id}>
          <p className="text-ink-2 text-sm">
            <span>{message.sender === 'artist' ? artist : 'Client'}</span> ·{' '}
            <When iso={message.created_at} />
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{message.body}</p>
          {message.pictures.length > 0 && (
            <Pictures
              pictures={picturesOf(message, message.sender === 'artist' ? artist : 'the client', {
                local: [],
                remote,
              })}
              onAgain={() => again(paths)}
            />
          )}
          {reports
            .filter((report) => report.message_id === message.id)
            .map(({ side, reason }) => (
              <p key={side} className="mt-1 text-danger text-sm">
                Reported by <span>{side === 'artist' ? artist : 'the client'}</span>
                <span>{reason && `: ${reason}`}</span>
              </p>
            ))}
        </li>
      ))}
    </ol>
  );
}
