import { json } from '../call/responses.ts';
import type { AuthHandler } from './auth-services.ts';

/** What a client may ask about; this service has none of them. */
const PROVIDERS =
  'apple azure bitbucket discord facebook github gitlab google kakao keycloak linkedin notion twitch twitter slack spotify workos zoom snapchat figma fly linkedin_oidc slack_oidc';

export const settings: AuthHandler = async ({ mailConfigured }) => {
  const providers = PROVIDERS.split(' ').map((name) => [name, false]);
  return json(200, {
    external: {
      anonymous_users: false,
      ...Object.fromEntries(providers),
      email: true,
      phone: false,
    },
    disable_signup: false,
    mailer_autoconfirm: !mailConfigured,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  });
};

export const health: AuthHandler = async () =>
  json(200, {
    version: 'embedded',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });

const CACHED = { 'cache-control': 'public, max-age=600' };

/** Tokens are signed with a secret, which is nobody's to see: there is no public key. */
export const publicKeys: AuthHandler = async () => json(200, { keys: [] }, CACHED);

export const openidConfiguration: AuthHandler = async () =>
  json(200, { issuer: '', jwks_uri: '/.well-known/jwks.json' }, CACHED);
