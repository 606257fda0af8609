/** The publisher as a process of its own, started by the front process, which it talks to over IPC. */
import { endOnFault, explain } from '#node/faults.ts';
import { collectWhenIdle } from '#node/garbage.ts';
import type { About } from '#node/log.ts';
import { listenToParent, sendToParent } from '#node/parent-process.ts';
import type { PhotoWorker } from '../imported-photos/photo-worker.ts';
import { startImportedPhotos } from './imported-photos.ts';
import { type Mails, startMails } from './mails.ts';
import type { FromPublisher, PublisherQuestion, ToPublisher } from './messages.ts';
import { openPublisher, type Publishing } from './publisher-service.ts';
import { openSharedSite } from './shared-site.ts';

const send = (message: FromPublisher) => void sendToParent(message);
const say = (line: string, about?: About) =>
  sendToParent<FromPublisher>({ type: 'log', line, about });
/** What comes before it runs waits for it. */
const running = Promise.withResolvers<Publishing>();
/** Works for itself, also before the first release is there. */
let mails: Mails | undefined;
let photos: PhotoWorker | undefined;

async function answer(question: PublisherQuestion): Promise<string> {
  if (question.kind !== 'start') return (await running.promise).run(question);
  const log = (line: string, about?: About) => void say(line, about);
  const { roles, siteBucket } = question.source;
  if (roles.email) mails = startMails(question.source, log);
  if (roles.publish) photos = startImportedPhotos(question.source, log);
  running.resolve(
    siteBucket
      ? openSharedSite(question.source, siteBucket, send)
      : await openPublisher(question.source, send),
  );
  return 'started';
}

async function receive(message: ToPublisher): Promise<void> {
  if (message.type === 'mails') {
    photos?.wake();
    return mails?.wake();
  }
  if (message.type === 'ping') return send({ type: 'pong' });
  const publisher = await running.promise;
  if (message.type === 'wake') publisher.wake();
  else if (message.type === 'verify') publisher.verify();
  else if (message.type === 'changes') publisher.notify(message.rows);
  else {
    photos?.stop();
    await Promise.all([publisher.stop(), mails?.stop()]).then(() => process.exit());
  }
}

endOnFault(say);
collectWhenIdle();
process.on('SIGINT', () => {}); // Ctrl+C reaches the whole group: the front process decides
listenToParent<ToPublisher, PublisherQuestion, string>({
  onMessage: (message) => void receive(message),
  answer: (question) =>
    answer(question).catch((error) => {
      throw new Error(explain(error));
    }),
});
