/** What was looked at, how it is, and in one sentence what to do. */
export interface Finding {
  check: string;
  status: 'ok' | 'warn' | 'fail';
  text: string;
}

type Rule = (text: string) => Finding;

export function answersOf(check: string): Record<Finding['status'], Rule> {
  return {
    ok: (text) => ({ check, status: 'ok', text }),
    warn: (text) => ({ check, status: 'warn', text }),
    fail: (text) => ({ check, status: 'fail', text }),
  };
}

/** A check that throws has failed with what it says. */
export async function settled(
  check: string,
  work: () => Promise<Finding | Finding[]>,
): Promise<Finding[]> {
  try {
    return [await work()].flat();
  } catch (error) {
    return [answersOf(check).fail(error instanceof Error ? error.message : String(error))];
  }
}
