import { useRef, useState } from 'react';
import { NEWSLETTER_DELAY_MS } from '#lib/limits.ts';
import { TOASTS } from '#lib/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/forms/Field.tsx';
import { TextInput } from '#ui/forms/inputs.tsx';
import { useFormErrors } from '#ui/forms/use-form-errors.ts';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { toast } from '#ui/overlays/toast.ts';

const rules = async () => (await import('#lib/email.ts')).newsletterSchema;

/** Loaded with the first press: no visitor needs it before. */
const send = async (email: string) =>
  (await import('./newsletter.api.ts')).subscribeNewsletter(email);
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The newsletter card's form: a second's wait at least, then success (specification, section 7). The mail asks for more. */
export function NewsletterForm() {
  const { form, errors, refuse, clear } = useFormErrors<'email'>();
  const input = useRef<HTMLInputElement>(null);
  const [done, setDone] = useState(false);

  const subscribe = async () => {
    setDone(false);
    const sent = input.current?.value ?? '';
    const result = (await rules()).safeParse({ email: sent });
    if (!result.success) {
      refuse([{ field: 'email', message: result.error.issues[0]?.message ?? '' }]);
      return;
    }
    clear();
    await Promise.all([send(result.data.email), pause(NEWSLETTER_DELAY_MS)]);
    // Another address may have been typed meanwhile.
    if (input.current?.value === sent) form.current?.reset();
    setDone(true);
    void toast.success(TOASTS.subscribed);
  };
  const { busy, submit } = useSubmit(subscribe, (error) => {
    console.error(error);
    void toast.error(TOASTS.subscribeFailed);
  });

  return (
    <form ref={form} noValidate method="post" onSubmit={submit} className="flex flex-col gap-3">
      <Field label="Email" required error={errors.email}>
        <TextInput
          ref={input}
          type="email"
          name="email"
          inputMode="email"
          autoComplete="email"
          placeholder="you@example.com"
          onChange={() => clear('email')}
        />
      </Field>
      <Button type="submit" busy={busy}>
        {busy ? 'Subscribing…' : 'Subscribe'}
      </Button>
      <p role="status" className="text-ink-2 text-sm">
        {done && 'Press the button in the email we sent you.'}
      </p>
    </form>
  );
}
