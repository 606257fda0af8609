/** The publisher as a process of its own, started by the front process, which it talks to over IPC. */
import { endOnFault, explain } from '#node/faults.ts';
import { collectWhenIdle } from '#node/garbage.ts';
import type { About } from '#node/log.ts';
import { listenToParent, sendToParent } from '#node/parent-process.ts';
import type { PhotoWorker } from '../imported-photos/photo-worker.ts';
import { startCdn, type ToldCdn } from './cdn.ts';
import { startImportedPhotos } from './imported-photos.ts';
import { type Mails, startMails } from './mails.ts';
import type { FromPublisher, PublisherQuestion, PublisherSource, ToPublisher } from './messages.ts';
import { openPublisher, type RunningPublisher } from './publisher-service.ts';

const send = (message: FromPublisher) => void sendToParent(message);
const say = (line: string, about?: About) =>
  sendToParent<FromPublisher>({ type: 'log', line, about });
/** What comes before it runs waits for it; null where this process has no part in pages. */
const running = Promise.withResolvers<RunningPublisher | null>();
/** Works for itself, also before the first release is there. */
let mails: Mails | undefined;
let photos: PhotoWorker | undefined;
let cdn: ToldCdn | null = null;

async function answer(question: PublisherQuestion): Promise<string> {
  if (question.kind !== 'start') {
    const publisher = await running.promise;
    if (publisher) return publisher.run(question);
    throw new Error('Pages are published by another process.');
  }
  const log = (line: string, about?: About) => void say(line, about);
  const { roles } = question.source;
  if (roles.email) mails = startMails(question.source, log);
  if (roles.publish) photos = startImportedPhotos(question.source, log);
  cdn = await startCdn(question.source, log);
  running.resolve(await open(question.source));
  return 'started';
}

async function open(source: PublisherSource): Promise<RunningPublisher | null> {
  const { roles, siteBucket } = source;
  const tell = (message: FromPublisher) => {
    send(message);
    cdn?.tell(message);
  };
  if (!roles.serve && !roles.publish) return null;
  if (siteBucket) {
    const { openSharedSite } = await import('./shared-site.ts');
    // A CDN that has its pages from a bucket hears when they are there.
    return openSharedSite(source, siteBucket, { send, cdn });
  }
  return openPublisher(source, tell);
}

async function receive(message: ToPublisher): Promise<void> {
  if (message.type === 'mails') {
    photos?.wake();
    return mails?.wake();
  }
  const publisher = await running.promise;
  if (message.type !== 'stop') return publisher?.receive(message);
  photos?.stop();
  await Promise.all([publisher?.stop(), mails?.stop()]);
  await cdn?.stop();
  process.exit();
}

endOnFault(say);
collectWhenIdle();
listenToParent<ToPublisher, PublisherQuestion, string>({
  onMessage: (message) => void receive(message),
  answer: (question) =>
    answer(question).catch((error) => {
      throw new Error(explain(error));
    }),
});
