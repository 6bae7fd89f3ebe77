/**
 * Starts the reference page in the browser. Requests go to the server that the page comes from, because the page's policy allows no
 * other. In test mode they carry the key of the demo workspace, and the ids of the examples become ids of that workspace, so that an
 * example works without a change. Nothing that a person enters is stored.
 */
export const start = `(async () => {
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
  });
})();
`;
