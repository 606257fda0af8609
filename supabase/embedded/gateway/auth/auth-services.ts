import type { Call, Services } from '../call/call.ts';
import type { authLimits } from './limits.ts';

/** What the parts of the auth service share. */
export interface AuthServices extends Services {
  limit: ReturnType<typeof authLimits>;
  /** The hash that a password is compared with where there is no account. */
  nobodysHash: Promise<string | null>;
}

/** Answers one kind of request; throws Refused for one that it does not do. */
export type AuthHandler = (auth: AuthServices, call: Call) => Promise<Response>;
