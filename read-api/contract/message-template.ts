import { z } from 'zod';
import { faultOfTemplate } from '../../domain/contacts/message-template.ts';

/** The text of a message to many contacts. Its placeholders are known, so no person reads their braces. */
export const MessageTemplate = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .refine((text) => text.trim() !== '', 'must not be blank')
    .superRefine((text, context) => {
      const message = faultOfTemplate(text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    });

/** For the descriptions of the endpoints that take a template. */
export const aboutPlaceholders =
  '`{{first_name}}`, `{{last_name}}`, `{{display_name}}` and `{{username}}` become what is known of the contact when the ' +
  'message is sent; `{{first_name|there}}` has a fallback. Without one, an unknown name and the space before it are left ' +
  'out. Any other name in double braces is 400. POST /v1/contacts/preview-message shows a message before it is sent. ';
