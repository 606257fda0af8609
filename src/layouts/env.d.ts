/// <reference types="astro/client" />

declare namespace App {
  /** What the renderer gives a page, beside its address. */
  interface Locals {
    api: import('#config/public-api.ts').PublicApi;
    operator: import('#config/mailbox.ts').Mailbox | null;
    /** Takes the finished text of the page, so that nobody reads it out of the response again. */
    finished?: (html: string) => void;
  }
}
