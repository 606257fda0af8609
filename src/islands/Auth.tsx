import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { setFlash } from '#browser/flash.ts';
import { paths } from '#config/paths.ts';
import { asksForPassword, type LinkType } from '#features/accounts/mail-link.ts';
import { $session, retrySession, startSession } from '#features/accounts/session.store.ts';
import {
  type AuthMode,
  type AuthUrl,
  authSearch,
  destination,
  readAuthUrl,
} from '#features/accounts/sign-in/auth-url.ts';
import { CheckMail } from '#features/accounts/sign-in/CheckMail.tsx';
import { CodeForm } from '#features/accounts/sign-in/CodeForm.tsx';
import { CredentialsForm } from '#features/accounts/sign-in/CredentialsForm.tsx';
import { LinkPress } from '#features/accounts/sign-in/LinkPress.tsx';
import { LINK_TEXTS } from '#features/accounts/sign-in/link-texts.ts';
import { NewPasswordForm } from '#features/accounts/sign-in/NewPasswordForm.tsx';
import { RecoverForm } from '#features/accounts/sign-in/RecoverForm.tsx';
import { TOASTS } from '#lib/toasts.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { Spinner } from '#ui/Spinner.tsx';

const TITLES: Record<AuthMode, string> = {
  link: 'Welcome back',
  'sign-in': 'Welcome back',
  'sign-up': 'Create your account',
  'check-mail': 'Check your email',
  code: 'Type in your code',
  recover: 'Choose a new password',
  'new-password': 'Choose a new password',
};

/** A person who is signed in stays for these: a mail may be for another account, or change this one. */
const STAYS: readonly AuthMode[] = ['link', 'code', 'new-password'];
const START = readAuthUrl('', '');
const PASSWORD_SAVED = 'Your new password is saved';

/** What the address asks for, and the form that is open; opening another one changes the address. */
function useAuthMode() {
  const [url, setUrl] = useState<AuthUrl>(START);
  const [mode, setMode] = useState<AuthMode>('sign-in');
  useLayoutEffect(() => {
    const read = () => {
      const now = readAuthUrl(location.search, location.hash, location.origin);
      setUrl(now);
      setMode(now.mode);
    };
    read();
    // What is asked for is drawn with this: see wall.css.
    delete document.documentElement.dataset.query;
    void startSession();
    // A second link opened in a tab that is here already changes the hash alone.
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const open = (next: AuthMode) => {
    setMode(next);
    history.replaceState(history.state, '', location.pathname + authSearch(next, location.search));
  };
  return { url, mode, setMode, open };
}

/** What this page knows of the person who is about to be signed in. */
interface Arrival {
  /** The toast for the page that they go on to. */
  farewell: string | null;
  /** The account was made here. */
  hasJoined: boolean;
}

/** Sends a person who is signed in to where they wanted to go. Gives where this page leaves what it knows of them. */
function useRedirectSignedIn(ready: boolean, url: AuthUrl, mode: AuthMode) {
  const session = useStore($session);
  const arrival = useRef<Arrival>({ farewell: null, hasJoined: false });
  const role = session.status === 'in' ? session.role : undefined;
  const name = session.status === 'in' ? session.account.name : '';
  useEffect(() => {
    if (!ready || role === undefined || STAYS.includes(mode)) return;
    const { farewell, hasJoined } = arrival.current;
    const next = destination(url.redirect, role, hasJoined);
    const isHome = role && next === paths.home;
    const more = {
      ...(isHome && { link: { label: 'Open Dashboard', path: paths.dashboard(role) } }),
      // The sentence for those who are not signed in yet is not all that there is to say.
      ...(farewell === TOASTS.accountCreated && { description: `Welcome, ${name}!` }),
    };
    if (farewell) setFlash('success', farewell, more);
    location.replace(next);
  }, [ready, role, name, mode, url.redirect]);
  return arrival;
}

/**
 * /auth: sign in, sign up, recovery and whatever a mail leads to. A person who is signed in already is sent on (section
 * 2).
 */
function Auth() {
  const session = useStore($session);
  const hydrated = useHydrated();
  const { url, mode, setMode, open } = useAuthMode();
  const arrival = useRedirectSignedIn(hydrated, url, mode);
  const [email, setEmail] = useState('');
  const signedIn = session.status === 'in';
  const entered = (type: LinkType) => {
    arrival.current = { farewell: LINK_TEXTS[type].done, hasJoined: type === 'signup' };
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
  if (signedIn && !STAYS.includes(mode)) return <Spinner label="You’re signed in…" />;

  return (
    <div className="flex flex-col gap-6">
      <h1 className="font-display text-3xl text-balance">{TITLES[mode]}</h1>
      <Problems linkError={url.linkError} unreachable={session.status === 'unreachable'} />
      <fieldset disabled={!hydrated} className="contents">
        <legend className="sr-only">{TITLES[mode]}</legend>
        {mode === 'new-password' && signedIn ? (
          <NewPasswordForm
            email={session.account.email}
            onDone={() => {
              arrival.current.farewell ??= PASSWORD_SAVED;
              setMode('sign-in');
            }}
          />
        ) : (
          <AddressForms
            mode={mode}
            url={url}
            open={open}
            email={email}
            arrival={arrival}
            onEmail={setEmail}
            onEntered={entered}
          />
        )}
      </fieldset>
    </div>
  );
}

interface AddressFormsProps {
  mode: AuthMode;
  url: AuthUrl;
  open: (mode: AuthMode) => void;
  email: string;
  onEmail: (email: string) => void;
  onEntered: (type: LinkType) => void;
  arrival: { current: Arrival };
}

/** The forms that ask for an address, which goes along from one to the other. */
function AddressForms(props: AddressFormsProps) {
  const { mode, url, open, arrival, ...shared } = props;
  const onBack = () => open('sign-in');
  if (mode === 'recover') return <RecoverForm {...shared} onBack={onBack} />;
  if (mode === 'code') return <CodeForm {...shared} type={url.codeType} />;
  if (mode === 'check-mail')
    return <CheckMail email={shared.email} onEntered={shared.onEntered} onBack={onBack} />;
  const registering = mode === 'sign-up';
  if (mode !== 'sign-in' && !registering) return null;
  return (
    <>
      <CredentialsForm
        key={url.role}
        registering={registering}
        role={url.role}
        email={shared.email}
        onEmail={shared.onEmail}
        onSigningIn={(farewell) => {
          arrival.current.farewell = farewell;
          arrival.current.hasJoined ||= registering;
        }}
        onSignedUp={(waits) => open(waits ? 'check-mail' : 'sign-in')}
        onUnconfirmed={() => open('check-mail')}
        onForgotten={() => open('recover')}
      />
      <Button variant="ghost" onClick={() => open(registering ? 'sign-in' : 'sign-up')}>
        {registering ? 'Already have an account? Sign in' : "Don't have an account? Sign up"}
      </Button>
    </>
  );
}

/** What is wrong with a link, or with the session. */
function Problems({ linkError, unreachable }: { linkError: string | null; unreachable: boolean }) {
  return (
    <>
      {linkError && (
        <p role="alert" className="rounded-control border-2 border-danger p-3">
          {linkError}
        </p>
      )}
      {unreachable && (
        <p role="alert" className="flex flex-wrap items-center gap-3">
          Your session wasn’t checked.
          <SmallButton onClick={() => void retrySession()}>Try Again</SmallButton>
        </p>
      )}
    </>
  );
}

/** While the session that a mail brought is being read, and when there is none. */
function LinkCheck({ failed, onNewLink }: { failed: boolean; onNewLink: () => void }) {
  if (!failed) return <Spinner label="Checking your link…" />;
  return (
    <div role="alert" className="flex flex-col items-start gap-4">
      <h1 className="font-display text-3xl">This link has expired</h1>
      <p>Links from our emails work once, and for an hour.</p>
      <Button onClick={onNewLink}>Get a New Link</Button>
    </div>
  );
}

export default withBoundary(Auth);
