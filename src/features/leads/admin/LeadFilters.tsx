import { useCallback } from 'react';
import { isDay } from '#lib/day.ts';
import { LIMITS } from '#lib/limits.ts';
import { BUDGETS, optionLabel, STYLES } from '#lib/options.ts';
import { Labelled } from '#ui/admin-list/Labelled.tsx';
import type { TableModel } from '#ui/admin-list/use-table.ts';
import { Select, TextInput } from '#ui/forms/inputs.tsx';
import { useLoad } from '#ui/hooks/use-load.ts';
import { readLeadCities } from './leads.api.ts';

/** What narrows the list beside search and state, by its name in the address. */
export const NARROWS = {
  city: (value: string) => value.length <= LIMITS.city,
  style: (value: string) => STYLES.some((style) => style === value),
  budget: (value: string) => BUDGETS.some((budget) => budget === value),
  from: isDay,
  until: isDay,
};

const choices = (values: readonly string[]) =>
  values.map((value) => ({ value, label: optionLabel(value) }));
const LISTS = [
  { name: 'style', label: 'Style', options: choices(STYLES), width: 'min-w-[min(8rem,100%)]' },
  { name: 'budget', label: 'Budget', options: choices(BUDGETS), width: 'min-w-[min(9rem,100%)]' },
] as const;

/** City, style, budget and days; closed until one is chosen, so that the list begins high on the page. */
export function LeadFilters<Row>({ table }: { table: TableModel<Row> }) {
  const only = table.state.only ?? {};
  const count = Object.keys(only).length;
  const narrow = (name: keyof typeof NARROWS, value: string) => {
    const { [name]: _, ...rest } = only;
    table.show({ only: value ? { ...rest, [name]: value } : rest });
  };
  return (
    <details open={count > 0 || undefined} className="group">
      <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1.5 font-semibold text-sm underline-offset-4 hover:underline">
        <span
          aria-hidden="true"
          className="inline-block transition-transform group-open:rotate-90 motion-reduce:transition-none"
        >
          ›
        </span>
        More filters<span>{count > 0 && ` (${count})`}</span>
      </summary>
      <div className="flex flex-wrap items-end gap-3 pt-2">
        <Labelled label="City" className="min-w-[min(10rem,100%)] flex-1">
          <CitySelect value={only.city ?? ''} onChange={(value) => narrow('city', value)} />
        </Labelled>
        {LISTS.map(({ name, label, options, width }) => (
          <Labelled key={name} label={label} className={`${width} flex-1`}>
            <Select
              value={only[name] ?? ''}
              options={options}
              placeholder="Any"
              onChange={({ target }) => narrow(name, target.value)}
            />
          </Labelled>
        ))}
        {(['from', 'until'] as const).map((name) => (
          <Labelled
            key={name}
            label={name === 'from' ? 'Received from' : 'Received until'}
            className="min-w-[min(9rem,100%)] flex-1"
          >
            <TextInput
              type="date"
              value={only[name] ?? ''}
              onChange={({ target }) => narrow(name, target.value)}
            />
          </Labelled>
        ))}
      </div>
    </details>
  );
}

/** The cities of all requests, and the one of the address, whatever it is. */
function CitySelect({ value, onChange }: { value: string; onChange: (city: string) => void }) {
  const { data } = useLoad(useCallback(() => readLeadCities(), []));
  const cities = data ?? [];
  const options = cities.includes(value) || !value ? cities : [value, ...cities];
  return (
    <Select
      value={value}
      options={options.map((city) => ({ value: city, label: city }))}
      placeholder="Any"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
