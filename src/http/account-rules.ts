/** How an account may be called and opened: forms and the auth service hold it alike. */

export { isEmail } from '#lib/email-form.ts';
export { LIMITS } from '#lib/limits.ts';
