import { type ForkOptions, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ChildAnswer, Ping, Question } from './parent-process.ts';

interface ChildOptions<FromChild> extends Pick<ForkOptions, 'env' | 'execArgv' | 'serialization'> {
  /** As sentences call it: "The publisher". */
  name: string;
  script: URL;
  onMessage?: (message: FromChild) => void;
}

/** A forked process, which ends when this one does; `parent-process.ts` is its side. */
export interface Child<ToChild, Asked, Answered> {
  readonly pid: number;
  /** Whether it runs and can be talked to. */
  readonly connected: boolean;
  /** Why it ended: the reason given to `kill`, the signal or the exit code. */
  readonly ended: Promise<string>;
  /** Sends a message, unless it has ended. */
  send(message: ToChild): void;
  /** Rejects with what it threw, name and code included, or with a sentence when it ends without an answer. */
  ask(question: Asked): Promise<Answered>;
  /** Resolves when its main thread answers; rejects when it ends before. */
  ping(): Promise<void>;
  kill(reason?: string): void;
  /** Lets it notice that nobody is there any more. */
  disconnect(): void;
  /** Sends a last message and resolves when it has ended; kills it when it has not by then. */
  stop(message: ToChild, withinMs: number): Promise<void>;
}

export function forkChild<FromChild extends object, ToChild extends object, Asked, Answered>({
  name,
  script,
  onMessage,
  ...options
}: ChildOptions<FromChild>): Child<ToChild, Asked, Answered> {
  const child = fork(fileURLToPath(script), [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ...options,
  });
  const waiting = new Map<number, PromiseWithResolvers<Answered>>();
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  let asked = 0;
  let killed: string | undefined;

  // The connection may outlive the process for a moment.
  const isRunning = () => child.connected && child.exitCode === null && child.signalCode === null;
  const receive = ({ id, error, value }: ChildAnswer<Answered>['answer']) => {
    const question = waiting.get(id);
    waiting.delete(id);
    if (error) question?.reject(Object.assign(new Error(error.message), error));
    else question?.resolve(value as Answered);
  };
  const unexpected = (reason: string) => new Error(`${name} ended unexpectedly (${reason}).`);
  const close = (reason: string) => {
    end(reason);
    for (const { reject } of waiting.values()) reject(unexpected(reason));
    waiting.clear();
  };
  child.on('message', (message: FromChild | ChildAnswer<Answered>) => {
    if ('answer' in message) receive(message.answer);
    else onMessage?.(message);
  });
  child.once('exit', (code, signal) =>
    close(killed ?? (signal ? `signal ${signal}` : `exit code ${code}`)),
  );
  // It could not be started: no 'exit' follows.
  child.on('error', (error) => close(error.message));

  const send = (message: ToChild | Question<Asked> | Ping) => {
    // With a callback, a pipe that broke this moment is no error event, which would end this process; 'exit' follows.
    if (child.connected) child.send(message, () => {});
  };
  const answerTo = async (message: (id: number) => Question<Asked> | Ping) => {
    if (!isRunning()) throw unexpected(await ended);
    const id = ++asked;
    const answer = Promise.withResolvers<Answered>();
    waiting.set(id, answer);
    send(message(id));
    return answer.promise;
  };
  const kill = (reason?: string) => {
    killed ??= reason;
    child.kill('SIGKILL');
  };
  return {
    pid: child.pid ?? 0,
    get connected() {
      return isRunning();
    },
    ended,
    send,
    ask: (question) => answerTo((id) => ({ question: { id, asked: question } })),
    ping: async () => void (await answerTo((id) => ({ ping: id }))),
    kill,
    disconnect: () => {
      if (child.connected) child.disconnect();
    },
    async stop(message, withinMs) {
      send(message);
      const timer = setTimeout(kill, withinMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Has a process of its own answer one question, and ends it. */
export async function askChild<FromChild extends object, Asked, Answered>(
  options: ChildOptions<FromChild>,
  question: Asked,
): Promise<Answered> {
  const child = forkChild<FromChild, never, Asked, Answered>(options);
  try {
    return await child.ask(question);
  } finally {
    child.disconnect();
    await child.ended;
  }
}
