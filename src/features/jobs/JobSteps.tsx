import { cx } from '#ui/cx.ts';
import { type Action, type ActionPlace, jobSteps, type Standing, type StepState } from './steps.ts';

interface Props {
  standing: Standing;
  /** Whether all of it is known: else the page does not say what comes next. */
  known?: boolean;
  /** What the other side is called. */
  other: string;
  /** The ids of the headings where things are done; what is missing is done right here. */
  places: Partial<Record<ActionPlace, string>>;
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
export function JobSteps({ standing, known = true, other, places }: Props) {
  const { side } = standing;
  const { steps, ...actions } = jobSteps(standing);
  const mine = known && actions[side];
  const theirs = known && actions[side === 'client' ? 'artist' : 'client'];
  return (
    <div className="@container flex flex-col gap-2">
      <ol aria-label="Steps" className="grid grid-cols-6 gap-1.5 text-sm">
        {steps.map(({ name, state }) => (
          <li
            key={name}
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
        ))}
      </ol>
      <p className="flex flex-wrap items-center gap-x-4 empty:hidden">
        {mine && <Mine action={mine} place={places[mine.place]} />}
        {theirs && (
          <span className="text-ink-2 wrap-anywhere">{`Waiting for ${other} to ${lower(theirs.text)}`}</span>
        )}
      </p>
    </div>
  );
}

function Mine({ action, place }: { action: Action; place: string | undefined }) {
  if (!place) return <strong>{action.text}</strong>;
  return (
    <button
      type="button"
      className="min-h-11 text-left font-semibold underline underline-offset-4"
      onClick={() => jumpTo(place)}
    >
      {action.text}
    </button>
  );
}

/** Not by an address: that may hold the link of the request. What is still loading is waited for. */
function jumpTo(id: string, tries = 50): void {
  const heading = document.getElementById(id);
  if (!heading) {
    if (tries > 0) setTimeout(jumpTo, 100, id, tries - 1);
    return;
  }
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
}

const lower = (text: string) => `${text[0]?.toLowerCase()}${text.slice(1)}`;
