import { codeOf, messageOf } from './errors.ts';

/** What a process asks one that it has forked, and the answer, beside messages of their own. */
export interface Question<Asked> {
  question: { id: number; asked: Asked };
}
export interface Answer<Answered> {
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

/** Listens to the process that forked this one; `child-process.ts` is its side. Ends with it, unless told otherwise. */
export function listenToParent<ToChild extends object, Asked, Answered>({
  onMessage,
  answer,
  onDisconnect = () => process.exit(),
}: ParentHandlers<ToChild, Asked, Answered>): void {
  process.on('message', (message: ToChild | Question<Asked>) => {
    if (!('question' in message)) return onMessage?.(message);
    const { id, asked } = message.question;
    answer?.(asked).then(
      (value) => sendToParent<Answer<Answered>>({ answer: { id, value } }),
      (error) => sendToParent<Answer<never>>({ answer: { id, error: described(error) } }),
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
