/**
 * Keeps the navigation in step with the session: after a change in this page ('mural:session') and in
 * another tab ('storage'). The first state is set before paint by layouts/before-paint.ts. The auth
 * library is loaded only where there is a session.
 */
const root = document.documentElement.dataset;
const sessionStore = () => import('./session.ts');

interface StoredSession {
  access_token?: string;
  user?: { email?: string; user_metadata?: { name?: string } };
}

function readSession(): StoredSession | null {
  try {
    const session = JSON.parse(localStorage.getItem('mural-auth') ?? 'null');
    return session?.access_token ? session : null;
  } catch {
    return null;
  }
}

function show(): void {
  const session = readSession();
  const role = session && localStorage.getItem('mural-role');
  root.session = session ? 'in' : 'out';
  if (role && /^(admin|artist|client)$/.test(role)) root.role = role;
  else delete root.role;
  const name = session?.user?.user_metadata?.name?.trim() || session?.user?.email?.split('@')[0];
  for (const element of document.querySelectorAll('[data-account-name]')) {
    element.textContent = name || 'Account';
  }
}

show();
addEventListener('storage', show);
addEventListener('mural:session', show);
// A page out of the back-forward cache may be older than the session.
addEventListener('pageshow', (event) => event.persisted && show());

// The role is read anew at every start; what was remembered only bridges the time until then.
if (root.session === 'in') setTimeout(async () => (await sessionStore()).startSession(), 200);

export const logOut = async () => (await sessionStore()).logOut();
