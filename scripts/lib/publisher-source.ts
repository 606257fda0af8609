import type { Source } from './project.ts';

/** What the front process hands to the publisher and the build process: everything they need, as JSON. */
export interface PublisherSource extends Source {
  /** Tells databases apart, so that a release made from another one is not taken for ours. */
  databaseUrl: string;
}

const VARIABLE = 'PUBLISHER_SOURCE';

export function sourceEnvironment(source: PublisherSource): NodeJS.ProcessEnv {
  // React chooses its fast build by NODE_ENV when it is loaded.
  return { ...process.env, NODE_ENV: 'production', [VARIABLE]: JSON.stringify(source) };
}

export function readSource(): PublisherSource {
  const text = process.env[VARIABLE];
  if (!text) throw new Error('This is started by "npm start", not on its own.');
  return JSON.parse(text);
}
