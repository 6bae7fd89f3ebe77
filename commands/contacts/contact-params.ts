import { z } from 'zod';
import { Id } from '../../read-api/contract/fields.ts';

export const contactParams = z.object({ id: Id });
