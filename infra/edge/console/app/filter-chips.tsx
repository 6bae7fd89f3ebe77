/** A part of a list: its name, and what the service is asked for. */
type Filter = readonly [label: string, query: object];

/** The parts of a list, one beside the other as buttons. The chosen one is pressed. */
export const FilterChips = <Of extends Filter>({
  name,
  filters,
  chosen,
  choose,
}: {
  name: string;
  filters: readonly Of[];
  chosen: Of;
  choose(filter: Of): void;
}) => (
  <span class="chips" role="group" aria-label={name}>
    {filters.map((each) => (
      <button
        key={each[0]}
        type="button"
        class={each === chosen ? 'chip chosen' : 'chip'}
        aria-pressed={each === chosen}
        onClick={() => choose(each)}
      >
        {each[0]}
      </button>
    ))}
  </span>
);
