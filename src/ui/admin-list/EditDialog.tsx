import { useCallback } from 'react';
import { pick, type Show } from '#lib/draft.ts';
import type { ListQuery, TablePage } from '#lib/table-page.ts';
import type { FormSchema } from '#lib/violations.ts';
import { type Chips, ChipsText } from '../forms/ChipsField.tsx';
import { EditFoot } from '../forms/EditFoot.tsx';
import { type FieldView, FormField } from '../forms/FormField.tsx';
import { SavedElsewhere } from '../forms/SavedElsewhere.tsx';
import { useDraftForm } from '../forms/use-draft-form.ts';
import type { Explain } from '../forms/use-form-errors.ts';
import { useLoad } from '../hooks/use-load.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { Dialog } from '../overlays/Dialog.tsx';
import { toast } from '../overlays/toast.ts';
import { ShellSkeleton } from '../skeletons.tsx';
import { type Kept, useKept } from './use-kept.ts';

/** How a field is shown: `chips` for a list with commas between its items. */
export type EditView<Field extends string> = FieldView & { name: Field; chips?: Chips };

type Texts<Row> = Record<keyof Row, string>;

/** Rows that an admin edits as texts. */
export interface Edited<Row> {
  /** 'Artist'. */
  what: string;
  list: (query: ListQuery) => Promise<TablePage<{ id: string; slug: string }>>;
  /** Saves what was changed against what was `read`, or nothing; gives the row as it is then. */
  save: (id: string, changes: Partial<Row>, read: Partial<Row>) => Promise<Row>;
  show: Show<Row, Texts<Row>>;
  schema: FormSchema<Row>;
  views: readonly EditView<keyof Row & string>[];
  /** What is said once it is saved. */
  done: string;
  explain: Explain<keyof Row & string>;
}

interface Props<Row> {
  of: Edited<Row>;
  /** What the address names; nothing is open without it. */
  slug: string | null;
  onClose: () => void;
  onSaved: () => void;
}

/** The form of what the address names, read anew each time it is opened; what was typed before is there again. */
export function EditDialog<Row extends object>(props: Props<Row>) {
  const { of, slug, onClose } = props;
  const kept = useKept<Row, Texts<Row>>(of.show);
  return (
    <Dialog open={slug !== null} onClose={onClose} title={`Edit ${of.what.toLowerCase()}`}>
      {slug !== null && <Opened key={slug} {...props} slug={slug} kept={kept} />}
    </Dialog>
  );
}

interface OpenedProps<Row extends object> extends Props<Row> {
  slug: string;
  kept: Kept<Row, Texts<Row>>;
}

function Opened<Row extends object>(props: OpenedProps<Row>) {
  const { of, slug } = props;
  const load = useCallback(async () => {
    const query = { search: slug, filter: '', sort: 'created_at', desc: false };
    const { rows } = await of.list({ ...query, limit: 25, offset: 0 });
    const id = rows.find((row) => row.slug === slug)?.id;
    return id === undefined ? null : { id, stored: await of.save(id, {}, {}) };
  }, [of, slug]);
  const { data, busy, failed, reload } = useLoad(load);
  if (busy) return <ShellSkeleton />;
  if (failed) return <LoadFailed text={`${of.what} didn’t load.`} onRetry={reload} />;
  if (data) return <Form {...props} {...data} />;
  return (
    <p>
      <span>{of.what}</span> not found. Look for it in the list.
    </p>
  );
}

interface FormProps<Row extends object> extends OpenedProps<Row> {
  id: string;
  stored: Row;
}

/** All of its texts, with the question of both sides where another person has saved meanwhile. */
function Form<Row extends object>(props: FormProps<Row>) {
  const { id, stored, kept, onClose, onSaved } = props;
  const { save, schema, views, done, explain } = props.of;
  type Field = keyof Row & string;
  const { close, ...begun } = kept(id, stored, onClose);
  const form = useDraftForm<Row, Texts<Row>, Field>({
    ...begun,
    schema,
    fields: views.map(({ name }) => name),
    write: (typed, changed, read) =>
      save(
        id,
        pick<Row, keyof Row>(schema.parse(typed), changed),
        pick<Row, keyof Row>(read, changed),
      ),
    read: () => save(id, {}, {}),
    onSaved: (hasUnsaved) => {
      void toast.success(done);
      onSaved();
      if (!hasUnsaved) close();
    },
    explain,
  });
  const viewOf = (field: Field) => views.find(({ name }) => name === field);
  return (
    <>
      <form {...form.props} className="space-y-5">
        {views.map(({ chips, ...view }) => {
          const { name, label } = view;
          const field = {
            name,
            error: form.errors[name],
            value: form.draft[name],
            onText: (text: string) => form.set(name, text),
          };
          return chips ? (
            <ChipsText key={name} {...chips} {...field} label={label} />
          ) : (
            <FormField key={name} {...view} {...field} />
          );
        })}
        <EditFoot unsaved={form.unsaved} busy={form.busy} label="Save" onCancel={close} />
      </form>
      <SavedElsewhere<Texts<Row>>
        form={form}
        label={(field) => viewOf(field)?.label ?? field}
        words={(value, field) =>
          viewOf(field)?.options?.find((option) => option.value === value)?.label ?? value
        }
      />
    </>
  );
}
