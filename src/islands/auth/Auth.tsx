import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { TOASTS } from '#domain/toasts.ts';
import { leaveFlash } from '#stores/flash.ts';
import { $session, retrySession, startSession } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { type AuthMode, type AuthUrl, authSearch, destination, readAuthUrl } from './auth-url.ts';
import { CredentialsForm } from './CredentialsForm.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { RecoverForm } from './RecoverForm.tsx';

const TITLES: Record<AuthMode, string> = {
  'sign-in': 'Welcome back',
  'sign-up': 'Create your account',
  recover: 'Choose a new password',
  'new-password': 'Choose a new password',
};
const START = readAuthUrl('', '');
const PASSWORD_SAVED = 'Your new password is saved';

/** /auth: sign in, sign up, recovery. Whoever is signed in already is sent on (section 2). */
function Auth() {
  const session = useStore($session);
  const hydrated = useHydrated();
  const [url, setUrl] = useState<AuthUrl>(START);
  const [mode, setMode] = useState<AuthMode>('sign-in');
  const [email, setEmail] = useState('');
  const farewell = useRef<string | null>(null);

  useLayoutEffect(() => {
    const read = readAuthUrl(location.search, location.hash);
    setUrl(read);
    setMode(read.mode);
    void startSession();
  }, []);

  const signedIn = session.status === 'in';
  const target = signedIn ? destination(url.redirect, session.role) : null;
  useEffect(() => {
    if (!hydrated || !target || mode === 'new-password') return;
    if (farewell.current) leaveFlash('success', farewell.current);
    location.replace(target);
  }, [hydrated, target, mode]);

  const open = (next: AuthMode) => {
    setMode(next);
    history.replaceState(history.state, '', location.pathname + authSearch(next, location.search));
  };

  if (mode === 'new-password' && session.status !== 'in') {
    return <LinkCheck failed={session.status !== 'loading'} onNewLink={() => open('recover')} />;
  }
  if (signedIn && mode !== 'new-password') return <Spinner label="You are signed in…" />;

  const registering = mode === 'sign-up';
  return (
    <div className="flex flex-col gap-6">
      <h1 className="font-display text-3xl text-balance">{TITLES[mode]}</h1>
      {url.linkError && (
        <p role="alert" className="rounded-control border-2 border-danger p-3">
          {url.linkError}
        </p>
      )}
      {session.status === 'unreachable' && (
        <p role="alert" className="flex flex-wrap items-center gap-3">
          Your session could not be checked.
          <Button size="sm" variant="secondary" onClick={() => void retrySession()}>
            Try again
          </Button>
        </p>
      )}
      <fieldset disabled={!hydrated} className="contents">
        {mode === 'new-password' && signedIn && (
          <NewPasswordForm
            email={session.account.email}
            onDone={() => {
              farewell.current = PASSWORD_SAVED;
              setMode('sign-in');
            }}
          />
        )}
        {mode === 'recover' && (
          <RecoverForm email={email} onEmail={setEmail} onBack={() => open('sign-in')} />
        )}
        {(mode === 'sign-in' || registering) && (
          <>
            <CredentialsForm
              key={url.role}
              registering={registering}
              role={url.role}
              email={email}
              onEmail={setEmail}
              onSigningIn={() => {
                farewell.current = TOASTS.loggedIn;
              }}
              onSignedUp={() => open('sign-in')}
              onForgotten={() => open('recover')}
            />
            <Button variant="ghost" onClick={() => open(registering ? 'sign-in' : 'sign-up')}>
              {registering ? 'Already have an account? Sign in' : "Don't have an account? Sign up"}
            </Button>
          </>
        )}
      </fieldset>
    </div>
  );
}

/** While the link of a recovery mail is being redeemed, and when it turns out to be used or too old. */
function LinkCheck({ failed, onNewLink }: { failed: boolean; onNewLink: () => void }) {
  if (!failed) return <Spinner label="Checking your link…" />;
  return (
    <div role="alert" className="flex flex-col items-start gap-4">
      <h1 className="font-display text-3xl">This link has expired</h1>
      <p>Links from our mails work once, and for an hour.</p>
      <Button onClick={onNewLink}>Get a new link</Button>
    </div>
  );
}

export default withBoundary(Auth);
