import { z } from 'zod';

/** Bounds requests; publishers shorten it to what their platform takes. */
export const maxAltTextLength = 2000;

/** A description of an image or video for people who cannot see it. */
export const AltText = z.string().max(maxAltTextLength);
