import { z } from 'zod';
import { platformFrom } from '../platforms/platform.ts';

/** What a persona is made of. */
export const moduleTypes = [
  'voice',
  'pillars',
  'visual_style',
  'audience',
  'posting_strategy',
  'image_prompt_engine',
] as const;
export const ModuleType = z.enum(moduleTypes).meta({ id: 'PersonaModuleType' });
export type ModuleType = z.infer<typeof ModuleType>;

/** Bytes of a module's data as JSON: an event, which holds 64 KB, holds any module. */
export const maxModuleBytes = 60_000;
/** Bytes of all modules of a persona as JSON. */
export const maxModulesBytes = 200_000;
/** Characters of one memory: an event holds all that a persona remembers. */
export const maxMemoryLength = 800;
export const maxMemory = 20;
export const maxImportedModules = 50;
export const maxLinkedAccounts = 100;
export const maxArcs = 100;

/** The bytes of a value as JSON. */
export const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

const withoutNul = (value: unknown): boolean => !JSON.stringify(value).includes(String.raw`\u0000`);

export const ModuleData = z
  .record(z.string(), z.unknown())
  .refine((data) => bytesOf(data) <= maxModuleBytes, `must have at most ${maxModuleBytes} bytes as JSON`)
  .refine(withoutNul, 'must not contain U+0000');

export const PersonaModule = z
  .object({ moduleType: ModuleType, data: z.record(z.string(), z.unknown()), schemaVersion: z.int() })
  .meta({ id: 'PersonaModule' });
export type PersonaModule = z.infer<typeof PersonaModule>;

/** Modules in the order of `moduleTypes`, one of each type; of several the last. */
export const orderedModules = (modules: readonly PersonaModule[]): readonly PersonaModule[] => {
  const byType = new Map(modules.map((module) => [module.moduleType, module]));
  return moduleTypes.flatMap((type) => byType.get(type) ?? []);
};

/** The name of a platform in personas: lower case. X keeps the name that was given, `x` or `twitter`. */
export const PersonaPlatform = z
  .string()
  .max(32)
  .transform((name) => name.trim().toLowerCase())
  .refine((name) => platformFrom(name) !== undefined, 'must be a platform, for example x or linkedin')
  .meta({ override: { type: 'string', maxLength: 32, examples: ['x'] } });

/** Each platform once, by the first of its names. */
export const differentPlatforms = (names: readonly string[]): string[] => {
  const all = names.map(platformFrom);
  return names.filter((_, index) => all.indexOf(all[index]) === index);
};

export const arcStatuses = ['planned', 'active', 'completed'] as const;

/** A storyline that posts of a persona follow for a while. */
export const PersonaArc = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    status: z.enum(arcStatuses),
    startsAt: z.string().nullable(),
    endsAt: z.string().nullable(),
  })
  .meta({ id: 'PersonaArc' });
export type PersonaArc = z.infer<typeof PersonaArc>;

/** Something a persona remembers. */
export const PersonaMemory = z
  .object({ id: z.string(), content: z.string(), createdAt: z.string() })
  .meta({ id: 'PersonaMemory' });
export type PersonaMemory = z.infer<typeof PersonaMemory>;
