import { contactImports } from './contact-imports.ts';
import { lostMessages } from './lost-messages.ts';

export const contactProcesses = [lostMessages, contactImports] as const;
