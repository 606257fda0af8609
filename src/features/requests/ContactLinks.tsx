import { mailtoHref } from '#lib/email-form.ts';

/** An address that opens the mail program. */
export function EmailLink({ address }: { address: string }) {
  return (
    <a href={mailtoHref(address)} className="underline underline-offset-2">
      {address}
    </a>
  );
}

/** A number that can be called; spaces and punctuation stay on the screen. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className="underline underline-offset-2">
      {number}
    </a>
  );
}
