const name = 'docs-theme';

const chosen = (): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

/** The appearance that the reader chose on an earlier page; else that of the system. */
export const applyTheme = (): void => {
  const theme = chosen();
  if (theme !== null) document.documentElement.dataset['theme'] = theme;
};

const isDark = (): boolean =>
  (document.documentElement.dataset['theme'] ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

export const addThemeButton = (): void => {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'theme';
  const say = (): void => {
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', `Use the ${isDark() ? 'light' : 'dark'} appearance`);
  };
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = theme;
    try {
      localStorage.setItem(name, theme);
    } catch {
      // Where nothing may be stored, the choice holds for this page.
    }
    say();
  });
  say();
  document.querySelector('nav.elsewhere')?.append(button);
};
