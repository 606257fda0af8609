/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** Origin of a hosted project; empty when this site's own origin serves the API. */
  readonly PUBLIC_SUPABASE_URL?: string;
  /** The publishable key. */
  readonly PUBLIC_SUPABASE_KEY: string;
}
