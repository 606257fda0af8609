import { useRef, useState } from 'react';
import { whyRefused } from '#data/why-refused.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/forms/Field.tsx';
import { TextArea } from '#ui/forms/inputs.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { RequestProps } from './request-props.ts';
import { lineSchema } from './tracked-request.ts';

/** Something that was forgotten, added to what was asked. */
export function LineForm({ actions, onChange }: RequestProps) {
  const [line, setLine] = useState('');
  const typed = useRef(line);
  typed.current = line;
  const form = useSchemaForm({
    schema: lineSchema,
    values: { line },
    isQuiet: true,
    send: async (valid) => {
      onChange(await actions.addLine(valid.line));
      // More may have been typed meanwhile.
      if (typed.current === line) setLine('');
      void toast.success('Added to your request');
    },
    explain: whyRefused('Your details weren’t added. Try again.'),
  });
  return (
    <form {...form.props} className="flex flex-col gap-4 print:hidden">
      <Field
        label="Add details"
        required
        error={form.errors.line}
        hint="Artists who have your request see it."
      >
        <TextArea name="line" value={line} onChange={(event) => setLine(event.target.value)} />
      </Field>
      <Button type="submit" variant="secondary" busy={form.busy} className="self-start">
        Add Details
      </Button>
    </form>
  );
}
