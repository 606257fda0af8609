import { codeOf, sentence } from '#node/errors.ts';
import { StartupError } from './errors.ts';

const NO_RIGHT = '42501';

/** Runs a step of setting up, and says it in one sentence when the role of DATABASE_URL may not do that. */
export function asOwner<T>(step: Promise<T>): Promise<T> {
  return step.catch((error) => {
    if (codeOf(error) !== NO_RIGHT) throw error;
    throw new StartupError(
      `The role of DATABASE_URL may not set up the database (${sentence(error)}): it has to own the database, may create roles, and has made anon, authenticated and service_role itself, as docs/deploy.md says. Nothing was changed.`,
    );
  });
}
