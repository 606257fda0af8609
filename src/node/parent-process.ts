import { codeOf, messageOf } from './errors.ts';

/** What a process asks one that it has forked, and the answer, beside messages of their own. */
export interface Question<Asked> {
  question: { id: number; asked: Asked };
}
/** Asks for a sign of life: answered by every process as soon as its main thread has a moment. */
export interface Ping {
  ping: number;
}
export interface ChildAnswer<Answered> {
  answer: {
    id: number;
    value?: Answered;
    error?: { name: string; message: string; code?: string };
  };
}

interface ParentHandlers<ToChild, Asked, Answered> {
  onMessage?: (message: ToChild) => void;
  /** What it throws is thrown by the parent's `ask`. */
  answer?: (asked: Asked) => Promise<Answered>;
  /** The parent is gone, or wants no more. */
  onDisconnect?: () => void;
}

/**
 * Listens to the process that forked this one; `child-process.ts` is its side. Ends with it, unless told otherwise, and
 * leaves to it what a terminal sends to the whole group: Ctrl+C, and that it was closed.
 */
export function listenToParent<ToChild extends object, Asked, Answered>({
  onMessage,
  answer,
  onDisconnect = () => process.exit(),
}: ParentHandlers<ToChild, Asked, Answered>): void {
  for (const signal of ['SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => process.connected || onDisconnect());
  process.on('message', (message: ToChild | Question<Asked> | Ping) => {
    if ('ping' in message)
      return void sendToParent<ChildAnswer<never>>({ answer: { id: message.ping } });
    if (!('question' in message)) return onMessage?.(message);
    const { id, asked } = message.question;
    answer?.(asked).then(
      (value) => sendToParent<ChildAnswer<Answered>>({ answer: { id, value } }),
      (error) => sendToParent<ChildAnswer<never>>({ answer: { id, error: described(error) } }),
    );
  });
  process.on('disconnect', onDisconnect);
}

/** Sends a message, unless nobody is there; resolves when it is on its way. */
export function sendToParent<Message extends object>(message: Message): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });
}

function described(error: unknown) {
  const code = codeOf(error);
  return {
    name: error instanceof Error ? error.name : 'Error',
    message: messageOf(error),
    ...(code && { code }),
  };
}
