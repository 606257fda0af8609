import { Input } from '#ui/forms/controls.tsx';

/** A field that people neither see nor reach; programs fill it in, and their request is held for a look. */
export function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        <span>Website</span>
        <Input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
