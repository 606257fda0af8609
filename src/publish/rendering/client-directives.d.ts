import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Wakes an island when a visitor reaches for it (src/islands/client-interaction.ts). */
    'client:interaction'?: boolean | string;
    /** Wakes an island at once (src/islands/client-now.ts). */
    'client:now'?: boolean;
  }
}
