import { searchIndex, type Found, type SearchDocument } from '../ranking.ts';

const most = 12;

type Search = ReturnType<typeof searchIndex>;

const load = async (): Promise<Search> => {
  const answer = await fetch('/docs/search.json');
  if (!answer.ok) throw new Error(`The list of the pages was not answered (${answer.status})`);
  return searchIndex((await answer.json()) as readonly SearchDocument[]);
};

let loading: Promise<Search> | undefined;
/** The pages are asked for when the reader first goes to the field. */
const loaded = (): Promise<Search> => {
  loading ??= load();
  loading.catch(() => (loading = undefined));
  return loading;
};

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
};

/** The words around the first match. */
const excerptOf = ({ text, terms }: Found): string => {
  const lower = text.toLowerCase();
  const first = Math.min(...terms.map((term) => lower.indexOf(term)).filter((at) => at !== -1), text.length);
  const start = first === text.length ? 0 : Math.max(0, first - 40);
  const words = [...text.slice(start, start + 160)].join('').replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${words}`;
};

const option = (found: Found, at: number): HTMLElement => {
  const item = element('a', 'found');
  item.id = `found-${at}`;
  item.href = found.address;
  item.tabIndex = -1;
  item.setAttribute('role', 'option');
  item.append(
    element('strong', '', found.heading === found.page ? found.page : `${found.page}: ${found.heading}`),
    element('span', '', excerptOf(found)),
  );
  return item;
};

/** The field of the head of each page: `/` or Ctrl+K goes to it, the arrows choose, Enter opens, Escape leaves. */
export const addSearch = (): void => {
  const place = document.querySelector('#search');
  if (!place) return;
  const field = element('input', '');
  field.type = 'search';
  field.placeholder = 'Search';
  field.autocomplete = 'off';
  const list = element('div', 'results');
  list.id = 'results';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Found');
  const attributes = { role: 'combobox', 'aria-label': 'Search the documentation', 'aria-keyshortcuts': '/ Control+K' };
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
  field.setAttribute('aria-controls', list.id);
  field.setAttribute('aria-autocomplete', 'list');
  const status = element('div', 'status');
  status.setAttribute('role', 'status');
  place.append(field, list, status);

  let chosen = -1;
  const options = (): readonly HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=option]')];
  const choose = (at: number): void => {
    const all = options();
    chosen = all.length === 0 ? -1 : (at + all.length) % all.length;
    for (const [index, each] of all.entries()) each.setAttribute('aria-selected', String(index === chosen));
    all[chosen]?.scrollIntoView({ block: 'nearest' });
    if (chosen === -1) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', `found-${chosen}`);
  };
  const open = (isOpen: boolean): void => {
    list.hidden = !isOpen;
    field.setAttribute('aria-expanded', String(isOpen));
  };
  const show = (content: readonly HTMLElement[], said: string): void => {
    list.replaceChildren(...content);
    status.textContent = said;
    open(true);
    choose(content.length === 0 ? -1 : 0);
    if (content.length === 0) list.append(element('p', 'none', said));
  };
  const search = async (): Promise<void> => {
    const words = field.value.trim();
    if (words === '') return open(false);
    try {
      const find = await loaded();
      // A later key has asked again meanwhile.
      if (words !== field.value.trim()) return;
      const best = find(words).slice(0, most);
      show(best.map(option), best.length === 0 ? `Nothing has the words “${words}”` : `${best.length} found`);
    } catch (error) {
      show([], String(error));
    }
  };

  open(false);
  field.addEventListener('focus', () => void loaded().catch(() => undefined));
  field.addEventListener('input', () => void search());
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Enter') options()[chosen]?.click();
    else if (event.key === 'Escape') {
      open(false);
      field.blur();
    } else return;
    event.preventDefault();
  });
  list.addEventListener('click', () => open(false));
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !place.contains(target)) open(false);
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    const isAsked = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!isAsked) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
};
