import {
  type ComponentProps,
  createElement,
  type ReactNode,
  useImperativeHandle,
  useRef,
} from 'react';
import { type Control, Filled } from './filled.ts';

type Tag = 'input' | 'textarea' | 'select';
type AnyProps = ComponentProps<'input'> & { type?: string };

/** The platform's own control, which keeps what comes into it without an event. Every field of an island is one. */
function control<T extends Tag>(tag: T): (props: ComponentProps<T>) => ReactNode {
  return function Kept(props) {
    const { ref, ...rest } = props as unknown as AnyProps;
    const own = useRef<Control>(null);
    useImperativeHandle(ref, () => own.current as HTMLInputElement);
    const { type = '', value, checked } = rest;
    const text = value === undefined ? undefined : String(value);
    const shown = /^(?:checkbox|radio)$/.test(type) ? checked : text;
    return (
      <Filled control={own} shown={shown}>
        {createElement(tag, { ...rest, ref: own })}
      </Filled>
    );
  };
}

export const Input = control('input');
export const Textarea = control('textarea');
export const Menu = control('select');
