const shownMs = 2000;

/** The clipboard is there only over HTTPS and on this machine; elsewhere a code has no button. */
export const addCopyButtons = (): void => {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard === undefined) return;
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      const show = (words: string): void => {
        button.textContent = words;
        setTimeout(() => (button.textContent = 'Copy'), shownMs);
      };
      clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(
        () => show('Copied'),
        () => show('Not allowed'),
      );
    });
    block.append(button);
  }
};
