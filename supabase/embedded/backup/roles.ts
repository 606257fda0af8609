import { readFile } from 'node:fs/promises';

/** The statement of the prelude that makes the platform's roles: they are no part of a database's dump. */
export async function rolesOfPlatform(): Promise<string> {
  const prelude = await readFile(new URL('../prelude.sql', import.meta.url), 'utf8');
  const [statement] = /^do \$\$ begin$.*?^end \$\$;$/ms.exec(prelude) ?? [];
  if (!statement)
    throw new Error('The prelude does not begin with its roles: see backup/roles.ts.');
  return statement;
}
