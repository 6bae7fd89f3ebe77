import { addCopyButtons } from './copy-buttons.ts';
import { addSearch } from './search.ts';
import { addThemeButton, applyTheme } from './theme.ts';

applyTheme();
document.addEventListener('DOMContentLoaded', () => {
  // The list of all pages is open where it has a column of its own. Without this program it is open everywhere.
  const pages = document.querySelector<HTMLDetailsElement>('details.pages');
  if (pages) pages.open = matchMedia('(min-width: 60rem)').matches;
  pages?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  addThemeButton();
  addCopyButtons();
  addSearch();
});
