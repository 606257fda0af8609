import { expect, test } from 'vitest';
import { AGREEMENT_STATES } from '#features/agreements/agreement-states.ts';
import { PAYMENT_STATES } from '#features/payments/payment-states.ts';
import { SKETCH_STATES } from '#features/sketches/sketch.ts';
import type { Job } from './job.ts';
import { type JobStage, jobSteps, paintsNow, type RequestSide, type Standing } from './steps.ts';

const TODAY = '2026-11-27';
const JOB: Job = {
  version: '1',
  state: 'accepted',
  confirmed: false,
  starts_on: TODAY,
  agreement: null,
  sketches: null,
  payment: null,
};
const standing = (change: Partial<Standing>, job: Partial<Job> = {}): Standing => ({
  side: 'client',
  stage: 'accepted',
  offers: 0,
  choices: false,
  agreed: true,
  confirms: null,
  job: { ...JOB, ...job },
  ...change,
});
const LETTERS = { done: 'x', now: 'o', ahead: '.', skipped: '-' };
/** The six steps, the client's action and the artist's. */
const told = (one: Standing) => {
  const { steps, client, artist } = jobSteps(one, TODAY);
  return [steps.map(({ state }) => LETTERS[state]).join(''), client?.text, artist?.text];
};

const agreement = (
  state: NonNullable<Job['agreement']>['state'],
  change: Partial<NonNullable<Job['agreement']>> = {},
) => ({
  agreement: { state, mine_signed: false, theirs_signed: false, change_asked: false, ...change },
});
const sketches = (state: NonNullable<Job['sketches']>['state'], versions = 1, rounds_left = 1) => ({
  sketches: { state, versions, rounds_left },
});
const payment = (
  state: NonNullable<Job['payment']>['state'],
  due: NonNullable<Job['payment']>['due'] = 'signed',
) => ({ payment: { label: 'Deposit', amount: 1450, state, due } });

const SIGN = 'Sign the agreement';
const PAINT = 'Paint the wall';
const PAY = 'Pay $1,450 (Deposit)';
const ANSWER = 'Approve the sketch or ask for changes';
const CONFIRM = 'Confirm that the wall is painted';

test.each<
  [string, Partial<Standing>, Partial<Job>, string, string | undefined, string | undefined]
>([
  ['nobody has it', { stage: 'unsent', job: null }, {}, 'o.....', undefined, undefined],
  [
    'it can be sent',
    { stage: 'unsent', choices: true, job: null },
    {},
    'o.....',
    'Choose an artist',
    undefined,
  ],
  ['sent', { stage: 'sent', job: null }, {}, 'xo....', undefined, 'Send a message or a proposal'],
  ['talking', { stage: 'talking', job: null }, {}, 'xo....', undefined, 'Make a proposal'],
  [
    'one proposal',
    { stage: 'proposed', offers: 1, job: null },
    {},
    'xo....',
    'Answer the proposal',
    undefined,
  ],
  [
    'two proposals',
    { stage: 'proposed', offers: 2, job: null },
    {},
    'xo....',
    'Choose a proposal',
    undefined,
  ],
  ['accepted', {}, {}, 'xx..o.', undefined, PAINT],
  [
    'it begins later',
    {},
    { starts_on: '2026-12-03' },
    'xx..o.',
    undefined,
    `${PAINT} from Dec 3, 2026`,
  ],
  ['taken back', { side: 'artist' }, agreement('draft'), 'xx..o.', undefined, PAINT],
  ['offered', {}, agreement('offered'), 'xxo...', SIGN, SIGN],
  ['change asked', {}, agreement('change_asked'), 'xxo...', undefined, 'Change the agreement'],
  [
    'the client signed',
    {},
    agreement('signed_by_one', { mine_signed: true }),
    'xxo...',
    undefined,
    SIGN,
  ],
  [
    'the artist signed',
    {},
    agreement('signed_by_one', { theirs_signed: true }),
    'xxo...',
    SIGN,
    undefined,
  ],
  [
    'the artist reads that they signed',
    { side: 'artist' },
    agreement('signed_by_one', { mine_signed: true }),
    'xxo...',
    SIGN,
    undefined,
  ],
  ['in force', {}, agreement('in_force'), 'xxx.o.', undefined, PAINT],
  ['amending', {}, agreement('amending'), 'xxo...', SIGN, SIGN],
  [
    'amending, a change asked',
    {},
    agreement('amending', { change_asked: true }),
    'xxo...',
    undefined,
    'Change the agreement',
  ],
  ['ended', {}, agreement('ended'), 'xx-.o.', undefined, PAINT],
  ['a sketch without an agreement', {}, sketches('open'), 'xx-o..', ANSWER, undefined],
  ['no round left', {}, sketches('open', 3, 0), 'xx-o..', 'Approve the sketch', undefined],
  ['changes asked', {}, sketches('changes_asked'), 'xx-o..', undefined, 'Send the next sketch'],
  ['approved', {}, sketches('approved'), 'xx-xo.', undefined, PAINT],
  [
    'the client would reopen it',
    {},
    sketches('client_reopens'),
    'xx-o..',
    undefined,
    'Reopen the sketch or keep it',
  ],
  [
    'the artist would reopen it',
    {},
    sketches('artist_reopens'),
    'xx-o..',
    'Reopen the sketch or keep it',
    undefined,
  ],
  ['both at once', {}, { ...agreement('offered'), ...sketches('open') }, 'xxo...', SIGN, SIGN],
  [
    'locked until the design fee is paid',
    {},
    { ...agreement('in_force'), ...sketches('locked', 0), ...payment('due') },
    'xxxo..',
    PAY,
    undefined,
  ],
  [
    'a part waits for a design',
    {},
    { ...agreement('in_force'), ...payment('planned', 'design_approved') },
    'xxxo..',
    undefined,
    'Send a sketch',
  ],
  ['planned', {}, { ...agreement('in_force'), ...payment('planned') }, 'xxx.o.', undefined, PAINT],
  ['asked', {}, { ...agreement('in_force'), ...payment('asked') }, 'xxx.o.', PAY, PAINT],
  [
    'reported',
    {},
    { ...agreement('in_force'), ...payment('reported') },
    'xxx.o.',
    undefined,
    'Confirm that $1,450 arrived',
  ],
  [
    'disputed',
    {},
    { ...agreement('in_force'), ...payment('disputed') },
    'xxx.o.',
    'Settle the payment of $1,450',
    'Settle the payment of $1,450',
  ],
  [
    'the artist says painted',
    { stage: 'painted', confirms: 'client' },
    {},
    'xx--o.',
    CONFIRM,
    undefined,
  ],
  [
    'the client says painted',
    { stage: 'painted', confirms: 'artist' },
    {},
    'xx--o.',
    undefined,
    CONFIRM,
  ],
  ['done', { stage: 'done' }, {}, 'xx--xx', undefined, undefined],
  [
    'done without a proposal',
    { stage: 'done', agreed: false, job: null },
    {},
    'x---xx',
    undefined,
    undefined,
  ],
  [
    'the whole way',
    { stage: 'done' },
    { ...agreement('in_force'), ...sketches('approved') },
    'xxxxxx',
    undefined,
    undefined,
  ],
  [
    'painted, and an agreement that nobody signed',
    { stage: 'done' },
    { ...agreement('offered'), ...sketches('open') },
    'xx--xx',
    undefined,
    undefined,
  ],
  [
    'painted, and not all is paid',
    { stage: 'done' },
    { ...agreement('in_force'), ...payment('due', 'done') },
    'xxx-xo',
    PAY,
    undefined,
  ],
])('%s', (_, change, job, steps, client, artist) => {
  expect(told(standing(change, job))).toEqual([steps, client, artist]);
});

const STAGES: JobStage[] = ['accepted', 'painted', 'done'];
const BOTH: RequestSide[] = ['client', 'artist'];

/** Every accepted job there can be, and some that there cannot. */
function* everyStanding(): Generator<Standing> {
  const agreements: Partial<Job>[] = [{ agreement: null }];
  for (const state of AGREEMENT_STATES)
    for (const signed of [false, true])
      agreements.push(agreement(state, { mine_signed: signed, change_asked: signed }));
  const designs: Partial<Job>[] = [{ sketches: null }];
  for (const state of SKETCH_STATES)
    for (const versions of [0, 2]) designs.push(sketches(state, versions));
  const payments: Partial<Job>[] = [{ payment: null }];
  for (const state of PAYMENT_STATES)
    for (const due of ['signed', 'design_approved'] as const) payments.push(payment(state, due));
  for (const stage of STAGES)
    for (const a of agreements)
      for (const d of designs)
        for (const p of payments)
          for (const side of BOTH) {
            const confirms = stage === 'painted' ? side : null;
            yield standing({ stage, side, confirms }, { ...a, ...d, ...p });
          }
}

test('of every job one step is the present one, and painting over is painting done', () => {
  const wrong = [...everyStanding()].filter((one) => {
    const { steps, client, artist } = jobSteps(one, TODAY);
    const over = one.stage === 'done' && !client && !artist;
    const present = steps.filter(({ state }) => state === 'now').length;
    const painting = steps.find(({ name }) => name === 'Painting')?.state;
    return present !== (over ? 0 : 1) || (painting === 'done') !== (one.stage === 'done');
  });
  expect(wrong).toEqual([]);
});

test('nobody is asked for an agreement or a sketch that was never begun', () => {
  const asked = [...everyStanding()].filter((one) => {
    const { client, artist } = jobSteps(one, TODAY);
    const places = [client?.place, artist?.place];
    const begun = one.job?.sketches || one.job?.payment?.due === 'design_approved';
    return (
      (!one.job?.agreement && places.includes('agreement')) ||
      (!begun && places.includes('sketches')) ||
      (one.stage !== 'accepted' &&
        places.some((place) => place && !['money', 'work'].includes(place)))
    );
  });
  expect(asked).toEqual([]);
});

test('a side is asked for the same, whoever reads it', () => {
  for (const one of everyStanding()) {
    if (one.stage !== 'accepted') continue;
    const { job } = one;
    const mirrored = job?.agreement && {
      ...job.agreement,
      mine_signed: job.agreement.theirs_signed,
      theirs_signed: job.agreement.mine_signed,
    };
    const other: Standing = {
      ...one,
      side: one.side === 'client' ? 'artist' : 'client',
      job: job && { ...job, agreement: mirrored ?? null },
    };
    const [mine, theirs] = [jobSteps(one, TODAY), jobSteps(other, TODAY)];
    if (JSON.stringify(mine) !== JSON.stringify(theirs))
      expect(mine, JSON.stringify(one)).toEqual(theirs);
  }
});

test('painting is next once its day has come, and nothing else is to be done first', () => {
  const accepted = { side: 'artist' } as const;
  expect(paintsNow(standing(accepted), TODAY)).toBe(true);
  expect(paintsNow(standing(accepted, { starts_on: '2026-12-03' }), TODAY)).toBe(false);
  expect(paintsNow(standing(accepted, agreement('offered')), TODAY)).toBe(false);
});
