import { type ComponentProps, useCallback } from 'react';
import { AgreementSection } from '#features/agreements/AgreementSection.tsx';
import type { Job } from '#features/jobs/job.ts';
import { type ActionPlace, actionPlace } from '#features/jobs/steps.ts';
import { MoneySection } from '#features/payments/MoneySection.tsx';
import { SketchSection } from '#features/sketches/SketchSection.tsx';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { PartTabs } from '#ui/PartTabs.tsx';
import type { Pieces } from '#ui/pieces.ts';
import { Skeleton } from '#ui/Spinner.tsx';
import { readConversation } from '../conversation/conversation.api.ts';
import { wallPaths } from '../photos/lead-photos.api.ts';

interface Props {
  of: AssignmentKey;
  /** The job as far as it is known; there is none where a wall was painted without an accepted proposal. */
  now: { job: Job | null; known: boolean; failed: boolean };
  /** Whether a proposal was accepted, by what the page itself knows. */
  chosen: boolean;
  side: 'client' | 'artist';
  agreement: Omit<ComponentProps<typeof AgreementSection>, 'of' | 'walls'>;
  /** The id of the heading of its messages. */
  talk: string;
  /** How many of them are new. */
  unread: number;
  messages: Pieces;
  /** The part that the address asks for. */
  asked?: string | null;
}

/** The part in which a next action is done; the others are done beside the tabs. */
const PARTS: Partial<Record<ActionPlace, string>> = {
  agreement: 'agreement',
  money: 'money',
  sketches: 'design',
};

const MOST_WALLS = 12;

/** Where the headings of the parts are, for what leads to them. */
export const PART_PLACES = { agreement: 'agreement', money: 'money', sketches: 'sketches' };

/** All parts of a job for either side, from its acceptance on; without one, its messages. */
export function JobParts(props: Props) {
  const { of, now, chosen, side, agreement, talk, unread, messages, asked = null } = props;
  const { job, known, failed } = now;
  const walls = useCallback(() => wallPaths(of), [of]);
  const allWalls = useCallback(() => photosOfJob(of), [of]);
  const turn = job?.turns[side];
  const artist = side === 'artist';
  const drawn = (job?.sketches?.versions ?? 0) > 0;
  const begins = artist && job?.state === 'accepted';
  const agreed = ['in_force', 'amending', 'ended'].includes(job?.agreement?.state ?? '');
  if (!job && !chosen) return known || failed ? messages : <Skeleton className="h-[50dvh]" />;
  return (
    <PartTabs
      label="Parts of the job"
      turn={job || failed ? ((turn && PARTS[actionPlace(turn)]) ?? null) : undefined}
      asked={asked}
      parts={[
        { id: 'messages', title: 'Messages', heading: talk, news: unread, content: messages },
        {
          id: 'agreement',
          title: 'Agreement',
          heading: 'agreement',
          content:
            job && !job.agreement && !begins ? (
              <Nothing title="Agreement" id="agreement">
                No agreement yet.
              </Nothing>
            ) : (
              <AgreementSection of={of} walls={walls} {...agreement} />
            ),
        },
        {
          id: 'money',
          title: 'Money',
          heading: 'money',
          content: agreed ? (
            <MoneySection of={of} />
          ) : (
            <Nothing title="Money" id="money">
              Payments appear here once you’ve both signed.
            </Nothing>
          ),
        },
        {
          id: 'design',
          title: 'Design',
          heading: 'sketches',
          content:
            job && !drawn && job.sketches?.state !== 'locked' && !begins ? (
              <Nothing title="Sketches" id="sketches">
                No sketch yet.
              </Nothing>
            ) : (
              <SketchSection job={of} {...(artist && { walls: allWalls })} />
            ),
        },
      ]}
    />
  );
}

/** Every photo of either side that a sketch can be laid on: those of the request, then the newest of the conversation. */
async function photosOfJob(of: AssignmentKey): Promise<string[]> {
  const [request, { messages }] = await Promise.all([wallPaths(of), readConversation(of)]);
  const sent = messages.flatMap(({ pictures }) => pictures).filter(({ arrived }) => arrived);
  return [...request, ...sent.reverse().map(({ path }) => path)].slice(0, MOST_WALLS);
}

/** What stands where nothing was begun. */
function Nothing({ id, title, children }: { id: string; title: string; children: string }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 id={id} tabIndex={-1} className="font-display text-2xl outline-none">
        {title}
      </h3>
      <p className="text-ink-2">{children}</p>
    </div>
  );
}
