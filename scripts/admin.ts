/** `npm run admin -- create EMAIL | grant EMAIL | …`: who is an admin, with the server running or stopped; whether mails leave. */
import { readEnvironment } from '#config/process/environment.ts';
import { makePassword } from '#embedded/index.ts';
import { emailSchema } from '#lib/email.ts';
import { type Accounts, type AdminRow, openAccounts } from './lib/admin-call.ts';
import { type Help, readArguments, seeHelp, WrongArguments } from './lib/arguments.ts';
import { run } from './lib/cli.ts';
import { sendTestMail } from './lib/mail-test.ts';

const HELP: Help = {
  usage: 'npm run admin -- COMMAND EMAIL',
  about: 'Says who is an admin, with the server running or stopped.',
  rows: [
    ['create EMAIL', 'makes a new account that is an admin'],
    ['grant EMAIL', 'makes an account an admin'],
    ['revoke EMAIL', 'takes the admin role away'],
    ['password EMAIL', 'gives an account a new password'],
    ['list', 'shows all admins'],
    ['mail-test EMAIL', 'sends an email there and shows what the server answered'],
  ],
};

type AdminCommand = (accounts: Accounts, email: string) => Promise<string>;

const COMMANDS: Record<string, AdminCommand> = {
  async create(accounts, email) {
    const password = makePassword();
    await accounts.create(email, password);
    return `${email} is an admin now. The password, shown only this once: ${password}`;
  },
  async password(accounts, email) {
    const password = makePassword();
    await accounts.setPassword(email, password);
    return `${email} has a new password and is signed out everywhere. It is shown only this once: ${password}`;
  },
  grant: async (accounts, email) => said(await accounts.grant(email)),
  revoke: async (accounts, email) => said(await accounts.revoke(email)),
};

const [name = '', email] = readArguments(HELP, { words: 2 }).positionals;

await run(async () => {
  if (name === 'list' && email === undefined) {
    const admins = await (await openAccounts(readEnvironment(process.env))).list();
    return console.log(admins.map((admin) => admin.email).join('\n') || 'There are no admins yet.');
  }
  if (name === 'mail-test' && email) {
    return console.log(await sendTestMail(readEnvironment(process.env), addressOf(email)));
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new WrongArguments(`Name what to do. ${seeHelp(HELP)}`);
  if (!email) throw new WrongArguments(`Name the address: npm run admin -- ${name} EMAIL.`);
  const address = addressOf(email);
  console.log(await command(await openAccounts(readEnvironment(process.env)), address));
});

/** As sign-up stores it. */
function addressOf(text: string): string {
  const { success, data } = emailSchema.safeParse(text);
  if (!success) throw new Error(`'${text}' is no email address.`);
  return data.toLowerCase();
}

function said({ email, role }: AdminRow): string {
  return `${email} is ${role === 'admin' ? 'now an admin' : `no admin; the role is ${role}`}.`;
}
