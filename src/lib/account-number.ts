const LINKS = /https:\/\/[^ \t\r\n]+/gi;
/** 2026-11-24, 11-24-2026, 24.11.2026. */
const DAYS =
  /(^|[^0-9])(?:20[0-9]{2}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}[.-][0-9]{1,2}[.-]20[0-9]{2})(?![0-9])/g;
const RUNS = /[0-9](?:[ .\u2010-\u2013-]?[0-9])*/g;

/** A phone number of the United States, by which Zelle finds people. */
const isPhone = (digits: string) =>
  digits.length === 10 || (digits.length === 11 && digits.startsWith('1'));

/**
 * Whether a text seems to have the number of a card or of a bank account, which is kept nowhere.
 * `private.has_account_number` has the same rule.
 */
export const hasAccountNumber = (text: string): boolean =>
  (text.normalize('NFKC').replace(LINKS, ';').replace(DAYS, '$1;').match(RUNS) ?? []).some(
    (run) => {
      const digits = run.replace(/[^0-9]/g, '');
      return digits.length >= 8 && !isPhone(digits);
    },
  );
