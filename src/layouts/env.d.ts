/// <reference types="astro/client" />

declare namespace App {
  /** What a page is told when it is rendered, beside its address. */
  interface Locals {
    api: import('#config/public-api.ts').PublicApi;
  }
}
