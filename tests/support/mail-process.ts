/** A process that sends mails and nothing else, to be killed: started by tests/mail/delivery.test.ts. */
import { startMails } from '#publish/process/mails.ts';

const mails = startMails(JSON.parse(process.env.MAIL_SOURCE ?? ''), (line) => console.error(line));
process.on('message', () => mails.wake());
process.on('disconnect', () => process.exit());
