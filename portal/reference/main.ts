/** The reference of the API: Scalar, from our own origin and with nothing of another one, over `/openapi.json`. */
import './reference.css';

/** The one file that the package has for pages; its own list of exports does not name it. */
const [scalarAddress = ''] = Object.values(
  import.meta.glob<string>('../../node_modules/@scalar/api-reference/dist/browser/standalone.js', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
);

/** The global that Scalar's file defines. */
declare const Scalar: { createApiReference(place: string, configuration: object): unknown };

const CONFIGURATION = {
  url: new URL('../openapi.json', location.href).href,
  // The page has an origin of its own (`api/pages/content-security-policy.ts`), so that no call can be tried from it.
  hideTestRequestButton: true,
  persistAuth: false,
  servers: [{ url: new URL('..', location.href).href.replace(/\/$/, '') }],
  // No font, no measuring, no assistant, and no button to another service.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  hideDarkModeToggle: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'json',
};

/** An origin of one page has no storage, and reading `localStorage` throws there; Scalar remembers its choices in it. */
function memory(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (name) => values.get(name) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (name) => void values.delete(name),
    setItem: (name, value) => void values.set(name, value),
  };
}
for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { value: memory() });

/** Buttons that copy code come without a name, while somebody reads on. */
new MutationObserver(() => {
  for (const button of document.querySelectorAll('.scalar-code-copy:not([aria-label])')) {
    button.setAttribute('aria-label', 'Copy this code');
  }
}).observe(document.body, { childList: true, subtree: true });

// Zod, of which Scalar has a copy, would try whether it may make functions of text, which the policy reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const script = document.createElement('script');
script.src = scalarAddress;
script.addEventListener('load', () => Scalar.createApiReference('#reference', CONFIGURATION));
script.addEventListener('error', () => {
  const place = document.querySelector('#reference');
  if (place) place.textContent = 'The reference could not be loaded. Load the page again.';
});
document.head.append(script);
