import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Wakes an island when somebody reaches for it (src/islands/reach.ts). */
    'client:reach'?: boolean | string;
    /** Wakes an island at once (src/islands/now.ts). */
    'client:now'?: boolean;
  }
}
