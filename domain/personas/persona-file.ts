import { normalized, cutText } from '../kernel/stored-text.ts';
import { z } from 'zod';
import { Refused } from '../kernel/refused.ts';
import {
  maxImportedModules,
  maxMemory,
  maxMemoryLength,
  ModuleData,
  moduleTypes,
  orderedModules,
  PersonaPlatform,
  type ModuleType,
  type PersonaModule,
} from './persona-fields.ts';
import type { PersonaView } from './persona-view.ts';

/** The end of the name of an exported file. */
export const personaFileExtension = '.svcpersona.json';

const ImportedModule = z.object({
  moduleType: z.string().max(64),
  data: ModuleData,
  schemaVersion: z.int().min(1).max(1_000_000).default(1),
});

const ImportedMemory = z.union([
  z.string().trim().min(1).max(maxMemoryLength),
  z
    .object({ content: z.string().trim().min(1).max(maxMemoryLength), createdAt: z.unknown().optional() })
    .transform(({ content }) => content),
]);

const Profile = z.object({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(1_000).nullable().optional(),
  primaryPlatform: PersonaPlatform.optional(),
  platforms: z.array(PersonaPlatform).max(32).optional(),
});

/** A file as `GET /v1/personas/:id/export` writes it; the profile may also be at its top. */
export const PersonaFile = z
  .object({
    format: z.literal('svcpersona').optional(),
    formatVersion: z.literal(1).optional(),
    exportedAt: z.unknown().optional(),
    persona: Profile.optional(),
    ...Profile.partial().shape,
    modules: z.array(ImportedModule).max(maxImportedModules).default([]),
    memory: z.array(ImportedMemory).max(maxMemory).default([]),
  })
  .refine(({ persona, name }) => persona !== undefined || name !== undefined, {
    message: 'is required',
    path: ['persona'],
  });
export type PersonaFile = z.output<typeof PersonaFile>;

export const isModuleType = (name: string): name is ModuleType => moduleTypes.some((type) => type === name);

export const requireModuleType = (name: string): ModuleType => {
  if (isModuleType(name)) return name;
  throw new Refused('UNKNOWN_MODULE_TYPE', `There is no module type ${cutText(name, 64)}`, { known: moduleTypes });
};

/** The modules of a file, one of each type; of several the last. */
export const modulesOfFile = ({ modules }: PersonaFile): readonly PersonaModule[] =>
  orderedModules(modules.map((module) => ({ ...module, moduleType: requireModuleType(module.moduleType) })));

/** What another workspace can import. Ids, accounts and the picture stay behind. */
export const fileOf = (
  view: PersonaView,
  exportedAt: string,
  { includeMemory }: Readonly<{ includeMemory: boolean }>,
) => {
  const { name, description, primaryPlatform, platforms, modules, memory } = view;
  return {
    format: 'svcpersona' as const,
    formatVersion: 1 as const,
    exportedAt,
    persona: { name, description, primaryPlatform, platforms: [...platforms] },
    modules: [...modules],
    memory: includeMemory ? memory.map(({ content, createdAt }) => ({ content, createdAt })) : [],
  };
};

/** A file name of a persona's name, in ASCII. */
export const fileNameOf = (name: string): string => {
  const whole = normalized(name, 'NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const plain = cutText(whole, 60);
  return `${plain === '' ? 'persona' : plain}${personaFileExtension}`;
};
