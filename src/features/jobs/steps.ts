import { dayFromNow } from '#lib/day.ts';
import { dayLabel, dollars } from '#lib/format.ts';
import type { Job } from './job.ts';

/** The two whom a request brings together. */
export type RequestSide = 'client' | 'artist';

/** How far a request is with an artist, or with all of them before one is chosen. */
export type JobStage = 'unsent' | 'sent' | 'talking' | 'proposed' | 'accepted' | 'painted' | 'done';

/** Where an action is done on the page. */
export type ActionPlace = 'matches' | 'proposals' | 'agreement' | 'sketches' | 'money' | 'work';

export interface Action {
  /** What to do, as said to the person. */
  text: string;
  place: ActionPlace;
}

export interface Standing {
  /** Who reads it. */
  side: RequestSide;
  stage: JobStage;
  /** Proposals that the client can accept. */
  offers: number;
  /** Whether the client can send it to artists. */
  choices: boolean;
  /** Whether a proposal was accepted: a wall can be painted without one. */
  agreed: boolean;
  /** Who is still asked whether the wall is painted. */
  confirms: RequestSide | null;
  /** Null before a proposal is accepted. */
  job: Job | null;
}

export type StepState = 'done' | 'now' | 'ahead' | 'skipped';
interface Step {
  name: 'Request' | 'Proposal' | 'Agreement' | 'Design' | 'Painting' | 'Done';
  state: StepState;
}

/** A step by itself: `now` says that something was begun, whatever comes before it. */
type Found = Pick<Standing, 'job' | 'stage'>;
const isPainted = ({ stage }: Found) => stage === 'painted' || stage === 'done';

function agreementStep({ job, stage }: Found): StepState {
  switch (job?.agreement?.state) {
    case 'in_force':
      return 'done';
    case 'amending':
      return isPainted({ job, stage }) ? 'done' : 'now';
    case 'offered':
    case 'change_asked':
    case 'signed_by_one':
      return isPainted({ job, stage }) ? 'skipped' : 'now';
    case 'ended':
      return 'skipped';
    default:
      // Nobody misses an agreement once the design is under way.
      return isPainted({ job, stage }) || (job?.sketches?.versions ?? 0) > 0 ? 'skipped' : 'ahead';
  }
}

function designStep({ job, stage }: Found): StepState {
  const sketches = job?.sketches;
  switch (sketches?.state) {
    case 'approved':
      return 'done';
    case 'client_reopens':
    case 'artist_reopens':
      return isPainted({ job, stage }) ? 'done' : 'now';
    default:
      if (isPainted({ job, stage })) return 'skipped';
      return sketches || isDesignWanted(job) ? 'now' : 'ahead';
  }
}

/** Nobody has sent a sketch, and a part of the price waits for one. */
const isDesignWanted = (job: Job | null) =>
  job !== null &&
  job.payment?.due === 'design_approved' &&
  job.payment.state === 'planned' &&
  (job.sketches?.versions ?? 0) === 0;

/** The six steps of a job, of which at most one is the present one. */
function stepsOf(standing: Standing, actions: Record<RequestSide, Action | null>): Step[] {
  const { stage, agreed } = standing;
  const painted = isPainted(standing);
  const chosen = painted || stage === 'accepted';
  const steps: Step[] = [
    { name: 'Request', state: stage === 'unsent' ? 'now' : 'done' },
    { name: 'Proposal', state: !chosen ? 'now' : agreed ? 'done' : 'skipped' },
    { name: 'Agreement', state: agreementStep(standing) },
    { name: 'Design', state: designStep(standing) },
    { name: 'Painting', state: stage === 'done' ? 'done' : chosen ? 'now' : 'ahead' },
    // What is still to be paid keeps it open.
    { name: 'Done', state: stage !== 'done' ? 'ahead' : isOver(actions) ? 'done' : 'now' },
  ];
  const present = steps.find(({ state }) => state === 'now');
  return steps.map((step) =>
    step.state === 'now' && step !== present ? { ...step, state: 'ahead' } : step,
  );
}

const isOver = ({ client, artist }: Record<RequestSide, Action | null>) => !client && !artist;

/** The first that holds is what a side does next. */
type Rule = readonly [holds: boolean | undefined, text: string, place: ActionPlace];
const first = (rules: readonly Rule[]): Action | null => {
  const rule = rules.find(([holds]) => holds);
  return rule ? { text: rule[1], place: rule[2] } : null;
};

const PAINT = 'Paint the wall';

function actionOf(standing: Standing, side: RequestSide, today: string): Action | null {
  const { stage, job, offers, choices, confirms } = standing;
  const { agreement, sketches, payment } = job ?? {};
  const [mine, theirs] = [agreement?.mine_signed, agreement?.theirs_signed];
  const signed = side === standing.side ? mine : theirs;
  const waits = ['offered', 'signed_by_one', 'amending'].includes(agreement?.state ?? '');
  const changes =
    agreement?.state === 'change_asked' ||
    (agreement?.state === 'amending' && agreement.change_asked);
  const working = stage === 'accepted';
  const sum = payment ? dollars(payment.amount) : '';
  const disputed = payment?.state === 'disputed';
  const starts = job?.starts_on && job.starts_on > today ? ` from ${dayLabel(job.starts_on)}` : '';
  const confirm: Rule = [confirms === side, 'Confirm that the wall is painted', 'work'];
  const sign: Rule = [working && waits && !changes && !signed, 'Sign the agreement', 'agreement'];
  const settle: Rule = [disputed, `Settle the payment of ${sum}`, 'money'];
  const sent = sketches && sketches.versions > 0 ? sketches.state : null;
  if (side === 'client')
    return first([
      [stage === 'unsent' && choices, 'Choose an artist', 'matches'],
      [stage === 'proposed', offers > 1 ? 'Choose a proposal' : 'Answer the proposal', 'proposals'],
      confirm,
      sign,
      [
        payment?.state === 'due' || payment?.state === 'asked',
        `Pay ${sum} (${payment?.label})`,
        'money',
      ],
      settle,
      [
        working && sent === 'open',
        sketches?.rounds_left ? 'Approve the sketch or ask for changes' : 'Approve the sketch',
        'sketches',
      ],
      [working && sent === 'artist_reopens', 'Reopen the sketch or keep it', 'sketches'],
    ]);
  const inHand = [agreementStep(standing), designStep(standing)].includes('now');
  return first([
    [stage === 'sent', 'Send a message or a proposal', 'work'],
    [stage === 'talking', 'Make a proposal', 'work'],
    confirm,
    [working && changes, 'Change the agreement', 'agreement'],
    sign,
    [payment?.state === 'reported', `Confirm that ${sum} arrived`, 'money'],
    settle,
    [working && sent === 'changes_asked', 'Send the next sketch', 'sketches'],
    [working && sent === 'client_reopens', 'Reopen the sketch or keep it', 'sketches'],
    [working && isDesignWanted(job) && sketches?.state !== 'locked', 'Send a sketch', 'sketches'],
    [working && !inHand, `${PAINT}${starts}`, 'work'],
  ]);
}

/** Whether the artist's next step is to paint, and the day on which that begins has come. */
export const paintsNow = (standing: Standing, today = dayFromNow(0)): boolean =>
  actionOf(standing, 'artist', today)?.text === PAINT;

/** The one line of a job: its steps, and what each side does next; nobody is asked for what may be skipped. */
export function jobSteps(standing: Standing, today = dayFromNow(0)) {
  const actions = {
    client: actionOf(standing, 'client', today),
    artist: actionOf(standing, 'artist', today),
  };
  return { steps: stepsOf(standing, actions), ...actions };
}
