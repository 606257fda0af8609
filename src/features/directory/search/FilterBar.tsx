import '../../../styles/selects.css';
import { type ComponentProps, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { type Option, Select, TextInput } from '#ui/forms/inputs.tsx';
import { chosen, type ListRules, type ListSearch } from './list-search.ts';
import { isFiltered, menuWith } from './words/query.ts';

export interface FilterBarProps {
  rules: ListRules;
  path: string;
  /** What it is for, and what can be searched for in it. */
  label: string;
  hint: string;
  search: ListSearch;
  /** What each filter offers; one that is left out has no menu. */
  menus: { readonly [key: string]: readonly Option[] | undefined };
  sorts: readonly string[];
  onChange: (patch: Partial<ListSearch>, how?: 'step' | 'typing') => void;
  /** Every text on the way to the one that is searched for. */
  onType: (text: string) => void;
  onClear: () => void;
}

const TYPING_PAUSE_MS = 200;

/** Search, filters and sort above a list; on a phone the menus are behind one row (filters.css). */
export function FilterBar(props: FilterBarProps) {
  const { rules, path, label, hint, search, menus, sorts, onChange, onType, onClear } = props;
  const set = rules.keys.filter((key) => menus[key] && chosen(search, key)).length;
  const menu = (name: string) => ({
    name,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <search>
      <form
        action={path}
        className="filter-bar"
        aria-label={label}
        autoComplete="off"
        onSubmit={(event: FormEvent) => event.preventDefault()}
      >
        <SearchText
          value={search.q}
          hint={hint}
          onType={onType}
          onChange={(q) => onChange({ q }, 'typing')}
        />
        <details className="filter-more">
          <summary className="btn btn-line">
            <span>Filters · Sort</span>
            {set > 0 && (
              <>
                <span className="filter-count">{set}</span>
                <span className="sr-only">set</span>
              </>
            )}
          </summary>
          {rules.keys.map((key) => {
            const { label, all } = rules.filterOf(key);
            const options = menus[key];
            if (!options) return null;
            const shown = menuWith(options, chosen(search, key));
            return <Menu key={key} label={label} placeholder={all} {...menu(key)} {...shown} />;
          })}
          <Menu
            label="Sort"
            {...menu('sort')}
            value={search.sort}
            options={sorts.map((sort) => ({ value: sort, label: rules.sorts[sort] ?? sort }))}
          />
        </details>
        {/* The answer comes by itself; this is what Enter presses, and what tells tools that the form is whole. */}
        <button type="submit" hidden>
          Search
        </button>
        {isFiltered(rules, search) && (
          <Button variant="ghost" onClick={onClear}>
            Clear Filters
          </Button>
        )}
      </form>
    </search>
  );
}

/** A menu under its label. The two stand side by side in the markup, so that the label's text is its name only. */
function Menu({ label, ...select }: ComponentProps<typeof Select> & { label: string }) {
  const id = useId();
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <Select id={id} {...select} />
    </div>
  );
}

interface SearchTextProps {
  value: string;
  hint: string;
  onType: (text: string) => void;
  onChange: (value: string) => void;
}

/** The search field: answers after a short pause in typing, and at once on Enter. */
function SearchText({ value, hint, onType, onChange }: SearchTextProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const report = useRef((_: string) => {});
  report.current = (next) => {
    if (next === reported.current) return;
    reported.current = next;
    onChange(next);
  };

  // Back, Forward and 'Clear Filters' change the field from outside; its own reports coming back do not.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(() => report.current(text.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <div className="filter filter-text">
      <label htmlFor={id}>Search</label>
      <TextInput
        id={id}
        type="search"
        name="q"
        value={text}
        placeholder={hint}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => {
          setText(target.value);
          onType(target.value);
        }}
        onKeyDown={(event) => event.key === 'Enter' && report.current(text.trim())}
      />
    </div>
  );
}
