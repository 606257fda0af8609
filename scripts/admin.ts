/** `npm run admin -- grant EMAIL | revoke EMAIL | list`: who is an admin, with the server running or stopped. */
import { readEnvironment } from '#config/environment.ts';
import { type AdminCall, type AdminRow, callAdmin } from './lib/admin-call.ts';
import { run } from './lib/cli.ts';

const USAGE = `Usage: npm run admin -- grant EMAIL     make an account an admin
       npm run admin -- revoke EMAIL    take the admin role away
       npm run admin -- list            show all admins`;

await run(async () => {
  const [command, email, ...rest] = process.argv.slice(2);
  if (command === 'list' && email === undefined)
    return print(await callAdmin(readEnvironment(process.env), { name: 'list_admins' }));
  if ((command !== 'grant' && command !== 'revoke') || !email || rest.length > 0)
    throw new Error(USAGE);
  const call: AdminCall = { name: `${command}_admin`, email };
  const [row] = await callAdmin(readEnvironment(process.env), call);
  console.log(
    `${row?.email} is ${row?.role === 'admin' ? 'now an admin' : `no admin; the role is ${row?.role}`}.`,
  );
});

function print(admins: AdminRow[]): void {
  console.log(
    admins.length === 0
      ? 'There are no admins yet.'
      : admins.map((admin) => admin.email).join('\n'),
  );
}
