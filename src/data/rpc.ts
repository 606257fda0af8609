import type { z } from '#lib/zod.ts';
import type { Api, RpcName } from './api.ts';
import { parseAnswer, throwError, toAppError } from './app-error.ts';
import { dataClient } from './browser-client.ts';
import { tokenProof } from './token-proof.ts';

type ArgsOf<Name extends RpcName> = Api['public']['Functions'][Name]['Args'];

/** What a function takes, and what ends the wait for its answer; the first may be left out where it needs nothing. */
type Request<Name extends RpcName> =
  Record<never, never> extends ArgsOf<Name>
    ? [args?: ArgsOf<Name>, signal?: AbortSignal]
    : [args: ArgsOf<Name>, signal?: AbortSignal];

/**
 * Calls a function of the API; gives its answer as it came. Where that takes more than the link of a request, the page
 * of the link is asked for it, and the call is repeated. Throws an AppError.
 */
export async function call<Name extends RpcName>(
  name: Name,
  ...[args, signal]: Request<Name>
): Promise<unknown> {
  const page = tokenProof();
  const token: unknown = args && Reflect.get(args, 'p_token');
  if (!page || typeof token !== 'string') return callOnce(name, args, signal);
  const withProof = () => callOnce(name, { ...args, p_token: page.proven(token) }, signal);
  try {
    return await withProof();
  } catch (error) {
    if (toAppError(error).code !== 'proof_required' || !(await page.prove(name, token, args ?? {})))
      throw error;
    return withProof();
  }
}

async function callOnce(name: RpcName, args?: object, signal?: AbortSignal): Promise<unknown> {
  const client = await dataClient();
  const request = client.rpc(name, args as never);
  const answer = await (signal ? request.abortSignal(signal) : request);
  throwError(answer);
  return answer.data;
}

/** Calls a function of the API; gives its answer as the schema has it: null only where that allows it. Throws an AppError. */
export async function ask<S extends z.ZodType, Name extends RpcName>(
  schema: S,
  name: Name,
  ...request: Request<Name>
): Promise<z.output<S>> {
  return parseAnswer(schema, await call(name, ...request));
}
