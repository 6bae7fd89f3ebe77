import type { WriteEndpoint } from '../kernel/endpoint.ts';
import {
  changePersonaProfile,
  deletePersona,
  linkPersonaAccount,
  putPersonaModule,
  setDefaultPersona,
  unlinkPersonaAccount,
} from './change-persona.ts';
import { createByWizard, duplicatePersona, importPersona } from './create-persona.ts';
import {
  addPersonaArc,
  changePersonaArc,
  deletePersonaArc,
  evolvePersona,
  switchPersonaEvolution,
} from './grow-persona.ts';
import type { PersonaPorts } from './ports.ts';

/** The write endpoints of personas. */
export const personaEndpoints = (ports: PersonaPorts): readonly WriteEndpoint[] => [
  createByWizard,
  importPersona,
  changePersonaProfile(ports),
  setDefaultPersona,
  deletePersona(ports),
  duplicatePersona,
  putPersonaModule,
  linkPersonaAccount,
  unlinkPersonaAccount,
  addPersonaArc,
  changePersonaArc,
  deletePersonaArc,
  evolvePersona,
  switchPersonaEvolution,
];
