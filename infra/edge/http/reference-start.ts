/**
 * Starts the reference page in the browser. Requests go to the server that the page comes from, because the page's policy allows no
 * other. In test mode they carry the key of the demo workspace, and the ids of the examples become ids of that workspace, so that an
 * example works without a change. Nothing that a person enters is stored.
 *
 * The page's program leaves buttons without a name, states on elements that have none, lists that only a mouse scrolls, and greys
 * that are too faint. They are mended as they appear.
 */
export const start = `(() => {
  const mend = () => {
    for (const one of document.querySelectorAll('[aria-selected]:not([role])')) {
      if (one.ariaSelected === 'true') one.setAttribute('aria-current', 'true');
      one.removeAttribute('aria-selected');
    }
    for (const one of document.querySelectorAll('button:not([aria-label])'))
      if (one.innerText.trim() === '') one.setAttribute('aria-label', one.textContent.trim() || one.title || 'Copy');
    for (const one of document.querySelectorAll('button[role=search]')) one.removeAttribute('role');
    for (const one of document.querySelectorAll('button.show-more[aria-label]')) one.removeAttribute('aria-label');
    for (const one of document.querySelectorAll('[role=tablist] button:not([role])')) one.setAttribute('role', 'tab');
    for (const one of document.querySelectorAll('ul.endpoints:not([tabindex])')) one.setAttribute('tabindex', '0');
  };
  let isWaiting = false;
  new MutationObserver(() => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      mend();
    });
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
(async () => {
  const [text, demo] = await Promise.all([
    fetch('/v1/openapi.json').then((answer) => answer.text()),
    fetch('/v1/docs/demo.json').then((answer) => answer.json()),
  ]);
  const own = Object.entries(demo.ids).reduce((all, [example, id]) => all.replaceAll(example, id), text);
  Scalar.createApiReference('#api', {
    content: JSON.parse(own),
    servers: [{ url: location.origin, description: 'This server' }],
    authentication: {
      preferredSecurityScheme: 'bearer',
      securitySchemes: { bearer: { token: demo.apiKey ?? '' } },
    },
    agent: { disabled: true },
    mcp: { disabled: true },
    defaultOpenFirstTag: false,
    documentDownloadType: 'none',
    hideClientButton: true,
    persistAuth: false,
    showDeveloperTools: 'never',
    telemetry: false,
    withDefaultFonts: false,
    customCss:
      '.light-mode { --scalar-color-2: #333333; --scalar-color-3: #4a4a4a; --scalar-color-green: #006b43; ' +
      '--scalar-color-blue: #005c99; --scalar-color-yellow: #7a5200; --scalar-color-red: #b80000; ' +
      '--scalar-color-orange: #9a4300; --scalar-color-purple: #6b3fa0; } ' +
      '.dark-mode { --scalar-color-2: #c4c4c4; --scalar-color-3: #ababab; --scalar-color-red: #ff6b6b; }',
  });
})();
`;
