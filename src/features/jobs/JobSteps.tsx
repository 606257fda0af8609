import type { AssignmentKey } from '#lib/assignment-key.ts';
import { cx } from '#ui/cx.ts';
import { openPart } from '#ui/open-part.ts';
import { Skeleton } from '#ui/Spinner.tsx';
import { AgreementChoice } from './AgreementChoice.tsx';
import type { Job, RequestSide, Standing, StepState, Turn } from './job.ts';
import { type ActionPlace, actionPlace, actionText, isAwaited, JOB_STEPS } from './steps.ts';

interface Props {
  side: RequestSide;
  /** Null while it is on its way: nothing is said before it is known. */
  standing: Standing | null;
  /** What the other side is called. */
  other: string;
  /** The ids of the headings where things are done; what is missing is done right here. */
  places: Partial<Record<ActionPlace, string>>;
  /** The job of an artist who was chosen. */
  of?: AssignmentKey;
  job?: Job | null;
  /** What can be done about a job that began a moment ago: it keeps its place until the job is known. */
  first?: Job['can'];
}

const LOOKS: Record<StepState, string> = {
  done: 'border-leaf',
  now: 'border-brand font-semibold',
  ahead: 'border-line text-ink-2',
  skipped: 'border-line border-dotted text-ink-2',
};
const NOTES: Record<StepState, string> = {
  done: ': done',
  now: '',
  ahead: '',
  skipped: ': skipped',
};

/** The steps of a job in one line, and the next action of each side. Narrow, it names the present step alone. */
export function JobSteps({ side, standing, other, places, of, job = null, first }: Props) {
  const mine = standing?.turns[side];
  const theirs = standing?.turns[side === 'client' ? 'artist' : 'client'];
  const can = job?.can ?? first;
  return (
    <div className="flex flex-col gap-2">
      <StepLine steps={standing?.steps ?? null} />
      {!standing && <Skeleton className="h-11 max-w-80" />}
      <p className="flex min-h-11 flex-wrap items-center gap-x-4 empty:hidden">
        {mine && <Mine turn={mine} place={places[actionPlace(mine)]} />}
        {theirs && isAwaited(theirs) && (
          <span className="text-ink-2 wrap-anywhere">{`Waiting for ${other} to ${lower(actionText(theirs))}`}</span>
        )}
      </p>
      {of && can && <AgreementChoice of={of} can={can} known={job !== null} other={other} />}
    </div>
  );
}

/** The six steps; null while they are on their way. */
export function StepLine({ steps }: { steps: readonly StepState[] | null }) {
  return (
    <div className="@container">
      <ol
        aria-label="Steps"
        aria-busy={!steps}
        className="grid min-h-7 grid-cols-6 gap-1.5 text-sm"
      >
        {JOB_STEPS.map((name, i) => (
          <Step key={name} name={name} state={steps?.[i] ?? 'ahead'} />
        ))}
      </ol>
    </div>
  );
}

function Step({ name, state }: { name: string; state: StepState }) {
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className={cx('border-t-4 pt-1 whitespace-nowrap', LOOKS[state])}
    >
      <span className={cx(state !== 'now' && '@max-lg:sr-only')}>{name}</span>
      <span className="sr-only">{NOTES[state]}</span>
      {state === 'done' && (
        <span aria-hidden="true" className="text-leaf @max-lg:hidden">
          {' ✓'}
        </span>
      )}
    </li>
  );
}

function Mine({ turn, place }: { turn: Turn; place: string | undefined }) {
  const text = actionText(turn);
  if (!place) return <strong>{text}</strong>;
  return (
    <button
      type="button"
      className="min-h-11 text-left font-semibold underline underline-offset-4 print:hidden"
      onClick={() => openPart(place)}
    >
      {text}
    </button>
  );
}

const lower = (text: string) => `${text[0]?.toLowerCase()}${text.slice(1)}`;
