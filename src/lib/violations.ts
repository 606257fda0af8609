import type { z } from './zod.ts';

/** The rules of a form, which give `Values` for what fits them. */
export type FormSchema<Values = unknown> = z.ZodType<Values>;

export interface Violation<Field extends string = string> {
  field: Field;
  message: string;
}

/** One violation a field, in form order; the first is the one the toast shows (section 5). */
export function violations<Field extends string>(
  error: z.ZodError,
  order: readonly Field[],
): Violation<Field>[] {
  return order.flatMap((field) => {
    const issue = error.issues.find((i) => i.path[0] === field);
    return issue ? [{ field, message: issue.message }] : [];
  });
}
