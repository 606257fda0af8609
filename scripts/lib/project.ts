import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '#config/environment.ts';
import type { RenderSettings } from '#publish/renderer.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where the directory is read from and how its pages are addressed: all that a build depends on. */
export interface Source {
  dataDir: string;
  origin: string;
  /** Where this process reaches the API. */
  backendUrl: string;
  /** Where browsers do; empty for the site's own origin. */
  publicBackendUrl: string;
  publishableKey: string;
  secretKey: string;
}

export function sourceOf(
  env: Environment,
  backend: { url: string; keys: { publishableKey: string; secretKey: string } },
): Source {
  return {
    dataDir: env.dataDir,
    origin: env.origin,
    backendUrl: backend.url,
    publicBackendUrl: env.hosted?.url ?? '',
    publishableKey: backend.keys.publishableKey,
    secretKey: backend.keys.secretKey,
  };
}

/** What its pages say of it. */
export function renderSettings(source: Source): RenderSettings {
  const { origin, publicBackendUrl: url, publishableKey: key } = source;
  return { origin, api: { url, key } };
}

export const mediaDir = (dataDir: string) => path.join(dataDir, 'media');
