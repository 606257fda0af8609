import { useCallback, useRef } from 'react';
import { newKey } from '#browser/new-key.ts';
import { whyNotSaved } from '#data/why-not-saved.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { useActs } from '#ui/hooks/use-acts.ts';
import type { Money, Part } from './payment.ts';
import { type Act, movePayment, readPayments, type Said } from './payments.api.ts';

/** The parts of the price as they are, and what can be done about them. `job` must be stable between renders. */
export function usePayments(job: AssignmentKey) {
  const { shown, ...acts } = useActs(
    useCallback(() => readPayments(job), [job]),
    whyNotSaved,
    'money',
  );
  /** The act that was tried last, until it is stored: the same again goes out under the same key. */
  const tried = useRef({ what: '', key: '' });
  const act = (part: Part, event: Act, said: string, then: () => void, words: Said = {}) =>
    acts.act(
      async () => {
        const what = JSON.stringify([part.id, event, words]);
        if (tried.current.what !== what) tried.current = { what, key: newKey() };
        const money = await movePayment(job, part.id, event, tried.current.key, words);
        tried.current = { what: '', key: '' };
        return money;
      },
      said,
      then,
    );
  return { ...acts, job, money: shown, act };
}

/** A part of the price, among all of them. */
export interface OfPart {
  desk: ReturnType<typeof usePayments>;
  money: Money;
  part: Part;
}
