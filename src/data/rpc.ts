import type { z } from '#lib/zod.ts';
import type { Api, RpcName } from './api.ts';
import { parseAnswer, throwError } from './app-error.ts';
import { dataClient } from './browser-client.ts';

type ArgsOf<Name extends RpcName> = Api['public']['Functions'][Name]['Args'];

/** What a function takes, and what ends the wait for its answer; the first may be left out where it needs nothing. */
type Request<Name extends RpcName> =
  Record<never, never> extends ArgsOf<Name>
    ? [args?: ArgsOf<Name>, signal?: AbortSignal]
    : [args: ArgsOf<Name>, signal?: AbortSignal];

/** Calls a function of the API; gives its answer as it came. Throws an AppError. */
export async function call<Name extends RpcName>(
  name: Name,
  ...[args, signal]: Request<Name>
): Promise<unknown> {
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
