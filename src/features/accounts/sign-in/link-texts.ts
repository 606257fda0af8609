import { TOASTS } from '#lib/toasts.ts';
import type { LinkType } from '../mail-link.ts';

interface LinkTexts {
  title: string;
  /** What the press does, where its button does not say it. */ text?: string;
  button: string;
  /** The toast after it, where no form follows. */
  done: string;
}

/** What the page says that the link of a mail opens. */
export const LINK_TEXTS: Record<LinkType, LinkTexts> = {
  signup: {
    title: 'Confirm your address',

    button: 'Confirm My Address',
    done: 'Your email address is confirmed',
  },
  recovery: {
    title: 'Choose a new password',

    button: 'Continue',
    done: 'Your new password is saved',
  },
  magiclink: {
    title: 'Sign in',

    button: 'Sign In',
    done: TOASTS.loggedIn,
  },
  invite: {
    title: 'You have been invited',
    text: 'Accept the invitation, then choose a password for your account.',
    button: 'Accept the Invitation',
    done: 'Your password is saved',
  },
  email_change: {
    title: 'Confirm your new address',
    text: 'From then on you sign in with this address.',
    button: 'Confirm the Change',
    done: 'Your new email address is confirmed',
  },
  email_change_undo: {
    title: 'Keep your old address',
    text: 'Your account keeps, or gets back, this email’s address. We’ll sign out every device, and you choose a new password.',
    button: 'Keep My Old Address',
    done: 'Your account has its old address, and a new password',
  },
  email: {
    title: 'Confirm that it is you',

    button: 'Continue',
    done: TOASTS.loggedIn,
  },
};
