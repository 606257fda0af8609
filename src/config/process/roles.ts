/** What a process can do. */
const ROLES = ['serve', 'publish', 'email', 'hooks', 'backend'] as const;
export type ProcessRole = (typeof ROLES)[number];

/**
 * Reads ROLES: what this process does; all of it where nothing is said. Beside a hosted project there is no backend to run.
 * Throws one sentence that names the fault.
 */
export function readRoles(
  text: string | undefined,
  { hosted, siteBucket }: { hosted: boolean; siteBucket: boolean },
): ReadonlySet<ProcessRole> {
  const names = (text ?? '').split(',').map((name) => name.trim());
  const wanted = names.filter((name) => name !== '');
  const unknown = wanted.find((name) => !ROLES.some((role) => role === name));
  if (unknown) {
    throw new Error(
      `ROLES must be some of ${ROLES.slice(0, -1).join(', ')} and ${ROLES.at(-1)}, with commas between, not '${unknown}'.`,
    );
  }
  const roles = new Set(wanted.length > 0 ? (wanted as ProcessRole[]) : ROLES);
  if (hosted) roles.delete('backend');
  else if (!roles.has('backend'))
    throw new Error(`ROLES=${text} needs the role backend or PUBLIC_SUPABASE_URL.`);
  if (roles.size === 0) throw new Error(`ROLES=${text} leaves nothing to do beside a project.`);
  if (roles.has('serve') && !roles.has('publish') && !siteBucket)
    throw new Error(`ROLES=${text} needs the role publish, or SITE_BUCKET to get pages from.`);
  return roles;
}

/** Those of a process that does not do everything; null for one that does. */
export function someRoles(roles: ReadonlySet<ProcessRole>, hosted: boolean): ProcessRole[] | null {
  const all = ROLES.filter((role) => role !== 'backend' || !hosted);
  return roles.size < all.length ? [...roles] : null;
}
