import { useMemo } from 'preact/hooks';
import type { ChangeDraft, Draft } from './draft.ts';
import { Fields } from './forms/fields.tsx';
import { FormShared } from './forms/form-context.ts';
import { useServedSchemas, type ServedSchemas } from './forms/served-schemas.ts';
import { fieldsOf, type Field } from './forms/shape.ts';
import { filled } from './forms/values.ts';
import { useOptionChoices } from './option-choices.ts';
import { Problem } from './pieces.tsx';
import { constantOf, platformNames, type PlatformKey } from './platforms.ts';

type Props = Readonly<{
  draft: Draft;
  change: ChangeDraft;
  platforms: readonly PlatformKey[];
  /** Why the service refuses a field, by its path in the request. */
  problems: ReadonlyMap<string, string>;
}>;

/** The typed fields of each platform. */
export const optionFieldsOf = (schemas: ServedSchemas): ReadonlyMap<string, readonly Field[]> => {
  const platforms = fieldsOf(schemas.named('PlatformMetadata'), schemas.components);
  return new Map(platforms.flatMap(({ name, shape }) => (shape.kind === 'record' ? [[name, shape.fields]] : [])));
};

/** What each platform can be asked for beside the text: who sees it, its title, its board. */
export const Options = ({ draft, change, platforms, problems }: Props) => {
  const { data: schemas, problem } = useServedSchemas();
  const fields = useMemo(() => schemas && optionFieldsOf(schemas), [schemas]);
  const shared = { problems, options: useOptionChoices(draft), pickers: {}, isWhole: false };
  return (
    <FormShared.Provider value={shared}>
      <Problem text={problem} />
      {platforms.map((platform) => {
        const of = fields?.get(constantOf(platform)) ?? [];
        const values = draft.options[platform] ?? {};
        const set = Object.keys(filled(values)).length;
        const isRefused = [...problems.keys()].some((path) =>
          path.startsWith(`platformMetadata.${constantOf(platform)}`),
        );
        return (
          of.length > 0 && (
            <details key={platform} class="card" open={isRefused}>
              <summary>
                Options for {platformNames[platform]} {set > 0 && <span class="quiet">{set} set</span>}
              </summary>
              <Fields
                fields={of}
                values={values}
                path={`platformMetadata.${constantOf(platform)}`}
                change={(next) => change({ options: { ...draft.options, [platform]: next } })}
              />
            </details>
          )
        );
      })}
    </FormShared.Provider>
  );
};
