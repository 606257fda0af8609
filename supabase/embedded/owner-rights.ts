import { codeOf, sentence } from '#node/errors.ts';
import { StartupError } from './errors.ts';

const NO_RIGHT = '42501';

/** Runs a step of setting up, and says it in one sentence when the role of DATABASE_URL may not do that. */
export function asOwner<T>(step: Promise<T>): Promise<T> {
  return step.catch((error) => {
    throw codeOf(error) === NO_RIGHT ? withoutRights(sentence(error)) : error;
  });
}

export function withoutRights(cause: string): StartupError {
  return new StartupError(
    `The role of DATABASE_URL may not set up the database (${cause}): it has to be a superuser, as docs/deploy.md says. Nothing was changed.`,
  );
}
