export type Range = Readonly<{ min: number; max: number }>;

/**
 * Whether a picture's ratio lies in the range, with the tolerance of one pixel that rounding costs.
 */
export const fitsRatio = (width: number, height: number, { min, max }: Range): boolean =>
  (width + 1) / height >= min && width / (height + 1) <= max;
