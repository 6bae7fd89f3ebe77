import type { Shape } from './shape.ts';

/** What each control is given: the value of its field, and how to change it. */
export type ControlOf<Kind extends Shape['kind']> = Readonly<{
  shape: Extract<Shape, { kind: Kind }>;
  id: string;
  value: unknown;
  /** `undefined` leaves the field out. */
  change(value: unknown): void;
  isRequired: boolean;
  /** The element that has the help and the problem of the field. */
  describedBy: string;
  isInvalid: boolean;
}>;

type Described = Pick<ControlOf<'text'>, 'id' | 'isRequired' | 'describedBy' | 'isInvalid'>;

/** The attributes that tell a screen reader about the field. */
export const attributesOf = ({ id, isRequired, describedBy, isInvalid }: Described) => ({
  id,
  'aria-describedby': describedBy,
  'aria-invalid': isInvalid,
  'aria-required': isRequired,
});
