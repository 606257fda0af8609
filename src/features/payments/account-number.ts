// The terms of an agreement, which come before payments, keep to the rule too.
export { hasAccountNumber } from '#lib/account-number.ts';
