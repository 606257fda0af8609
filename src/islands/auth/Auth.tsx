import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { asksForPassword, type LinkType } from '#domain/mail-link.ts';
import { TOASTS } from '#domain/toasts.ts';
import { leaveFlash } from '#stores/flash.ts';
import { $session, retrySession, startSession } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { type AuthMode, type AuthUrl, authSearch, destination, readAuthUrl } from './auth-url.ts';
import { CheckMail } from './CheckMail.tsx';
import { CodeForm } from './CodeForm.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { LinkPress } from './LinkPress.tsx';
import { LINK_TEXTS } from './link-texts.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { RecoverForm } from './RecoverForm.tsx';

const TITLES: Record<AuthMode, string> = {
  link: 'Welcome back',
  'sign-in': 'Welcome back',
  'sign-up': 'Create your account',
  'check-mail': 'Check your mail',
  code: 'Type in your code',
  recover: 'Choose a new password',
  'new-password': 'Choose a new password',
};
/** Somebody who is signed in stays for these: a mail may be for another account, or change this one. */
const STAYS: readonly AuthMode[] = ['link', 'code', 'new-password'];
const START = readAuthUrl('', '');
const PASSWORD_SAVED = 'Your new password is saved';

/** /auth: sign in, sign up, recovery and whatever a mail leads to. Whoever is signed in already is sent on (section 2). */
function Auth() {
  const session = useStore($session);
  const hydrated = useHydrated();
  const [url, setUrl] = useState<AuthUrl>(START);
  const [mode, setMode] = useState<AuthMode>('sign-in');
  const [email, setEmail] = useState('');
  const farewell = useRef<string | null>(null);

  useLayoutEffect(() => {
    const read = () => {
      const now = readAuthUrl(location.search, location.hash, location.origin);
      setUrl(now);
      setMode(now.mode);
    };
    read();
    void startSession();
    // A second link opened in a tab that is here already changes the hash alone.
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);

  const signedIn = session.status === 'in';
  const target = signedIn ? destination(url.redirect, session.role) : null;
  useEffect(() => {
    if (!hydrated || !target || STAYS.includes(mode)) return;
    if (farewell.current) leaveFlash('success', farewell.current);
    location.replace(target);
  }, [hydrated, target, mode]);

  const open = (next: AuthMode) => {
    setMode(next);
    history.replaceState(history.state, '', location.pathname + authSearch(next, location.search));
  };
  const entered = (type: LinkType) => {
    farewell.current = LINK_TEXTS[type].done;
    open(asksForPassword(type) ? 'new-password' : 'sign-in');
  };

  if (mode === 'link' && url.link) {
    return (
      <fieldset disabled={!hydrated} className="contents">
        <LinkPress
          key={url.link.tokenHash}
          link={url.link}
          onEntered={entered}
          onRecover={() => open('recover')}
          onSignIn={() => open('sign-in')}
        />
      </fieldset>
    );
  }
  if (mode === 'new-password' && !signedIn) {
    return <LinkCheck failed={session.status !== 'loading'} onNewLink={() => open('recover')} />;
  }
  if (signedIn && !STAYS.includes(mode)) return <Spinner label="You are signed in…" />;

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
        <legend className="sr-only">{TITLES[mode]}</legend>
        {mode === 'new-password' && signedIn && (
          <NewPasswordForm
            email={session.account.email}
            onDone={() => {
              farewell.current ??= PASSWORD_SAVED;
              setMode('sign-in');
            }}
          />
        )}
        {mode === 'recover' && (
          <RecoverForm
            email={email}
            onEmail={setEmail}
            onEntered={entered}
            onBack={() => open('sign-in')}
          />
        )}
        {mode === 'code' && (
          <CodeForm type={url.codeType} email={email} onEmail={setEmail} onEntered={entered} />
        )}
        {mode === 'check-mail' && (
          <CheckMail email={email} onEntered={entered} onBack={() => open('sign-in')} />
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
              onSignedUp={(waits) => open(waits ? 'check-mail' : 'sign-in')}
              onUnconfirmed={() => open('check-mail')}
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

/** While the session that a mail brought is being read, and when there is none. */
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
