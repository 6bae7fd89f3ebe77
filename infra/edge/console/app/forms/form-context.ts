import { createContext, type ComponentType } from 'preact';
import type { ControlOf } from './control.ts';

export type Option = Readonly<{ value: string | number; label: string }>;

/** What all fields of one form share. Fields are named by their path: `slots.0.time`. */
export type FormContext = Readonly<{
  /** Why the service refuses a field. */
  problems: ReadonlyMap<string, string>;
  /**
   * The values of a field that the API describes as free, where the page knows those that there are. A place in a list is a
   * star: `slots.*.day`.
   */
  options: Readonly<Record<string, readonly Option[]>>;
  /** What asks for a field in place of a text: for the id of a thing that a person knows by another name. */
  pickers: Readonly<Record<string, ComponentType<ControlOf<'text'>>>>;
  /** Every field has a value already, as those of settings have: none can be left unset. */
  isWhole: boolean;
}>;

export const FormShared = createContext<FormContext>({ problems: new Map(), options: {}, pickers: {}, isWhole: false });
