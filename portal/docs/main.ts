/** Scripts of the documentation: search suggestions, and buttons that copy code. */
import './docs.css';
import { type Search, searchOf, type SearchEntry } from '#domain/documentation/search.ts';

const SUGGESTIONS = 8;
const COPIED_MS = 2_000;

const { search: indexAddress = '', base = '/' } = document.body.dataset;
let searching: Promise<Search> | null = null;

/** The index is asked for when somebody begins to search, and again after a failure. */
function searcher(): Promise<Search> {
  searching ??= fetch(indexAddress)
    .then((response): Promise<readonly SearchEntry[]> => response.json())
    .then(searchOf)
    .catch(() => {
      searching = null;
      return searchOf([]);
    });
  return searching;
}

for (const input of document.querySelectorAll<HTMLInputElement>('form.search input')) suggest(input);
for (const figure of document.querySelectorAll<HTMLElement>('figure.code')) addCopyButton(figure);
focusOnSlash();

/** A combobox with a list below it (ARIA Authoring Practices): arrows choose, Enter opens, Escape closes. */
function suggest(input: HTMLInputElement): void {
  const list = document.createElement('ul');
  list.id = `${input.id}-suggestions`;
  list.className = 'suggestions';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Pages');
  input.after(list);
  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-controls', list.id],
    ['aria-expanded', 'false'],
  ] as const) {
    input.setAttribute(name, value);
  }
  let items: readonly HTMLElement[] = [];
  let chosen = -1;

  const show = (found: readonly HTMLElement[]): void => {
    items = found;
    list.replaceChildren(...items);
    list.hidden = items.length === 0;
    input.setAttribute('aria-expanded', String(items.length > 0));
    choose(-1);
  };
  const choose = (position: number): void => {
    chosen = position;
    for (const [at, one] of items.entries()) one.setAttribute('aria-selected', String(at === position));
    const item = items[position];
    if (item) input.setAttribute('aria-activedescendant', item.id);
    else input.removeAttribute('aria-activedescendant');
    item?.scrollIntoView({ block: 'nearest' });
  };
  const look = async (): Promise<void> => {
    const asked = input.value;
    const search = await searcher();
    // Somebody who types on has asked for something else.
    if (input.value !== asked) return;
    show(search(asked, SUGGESTIONS).map((entry, at) => suggestion(entry, `${list.id}-${at}`)));
  };

  input.addEventListener('input', () => void look());
  input.addEventListener('focus', () => void searcher());
  input.addEventListener('blur', () => show([]));
  // The field keeps the focus while somebody clicks into the list.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  input.addEventListener('keydown', (event) => {
    const count = items.length;
    if (event.key === 'Escape' && count > 0) show([]);
    else if (event.key === 'ArrowDown' && count > 0) choose((chosen + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) choose((chosen <= 0 ? count : chosen) - 1);
    else if (event.key === 'Enter' && chosen !== -1) items[chosen]?.click();
    else return;
    event.preventDefault();
  });
}

function suggestion({ path, title, chapter, summary }: SearchEntry, id: string): HTMLElement {
  const item = document.createElement('li');
  item.id = id;
  item.setAttribute('role', 'option');
  const name = document.createElement('strong');
  name.textContent = title;
  const about = document.createElement('span');
  about.textContent = `${chapter}: ${summary}`;
  item.append(name, about);
  item.addEventListener('click', () => location.assign(base + path.slice(1)));
  return item;
}

function addCopyButton(figure: HTMLElement): void {
  const caption = figure.querySelector('figcaption');
  const code = figure.querySelector('code');
  // Browsers have a clipboard in pages of https: and of this machine.
  if (!caption || !code || !('clipboard' in navigator)) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy this ${caption.textContent}`);
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(code.textContent.trimEnd()).then(() => {
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), COPIED_MS);
    });
  });
  caption.append(button);
}

/** `/` focuses the search, as on many pages of documentation. */
function focusOnSlash(): void {
  addEventListener('keydown', (event) => {
    const { target } = event;
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLElement && target.closest('input, textarea, select')) return;
    event.preventDefault();
    document.querySelector<HTMLInputElement>('#search')?.focus();
  });
}
