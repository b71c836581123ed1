/** What a script adds to pages of the documentation: suggestions while one types a search, and buttons that copy code. */
import './docs.css';
import { search, type SearchEntry } from '#domain/documentation/search.ts';

const SUGGESTIONS = 8;
const COPIED_MS = 2_000;

const { search: indexAddress = '', base = '/' } = document.body.dataset;
let index: Promise<readonly SearchEntry[]> | null = null;

/** Asked for when somebody begins to search, and again after a failure. */
function entries(): Promise<readonly SearchEntry[]> {
  index ??= fetch(indexAddress)
    .then((response): Promise<readonly SearchEntry[]> => response.json())
    .catch(() => {
      index = null;
      return [];
    });
  return index;
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
  let chosen = -1;

  const show = (items: readonly HTMLElement[]): void => {
    list.replaceChildren(...items);
    list.hidden = items.length === 0;
    input.setAttribute('aria-expanded', String(items.length > 0));
    choose(-1);
  };
  const choose = (position: number): void => {
    chosen = position;
    for (const [at, item] of [...list.children].entries()) item.setAttribute('aria-selected', String(at === position));
    const item = list.children[position];
    if (item) input.setAttribute('aria-activedescendant', item.id);
    else input.removeAttribute('aria-activedescendant');
    item?.scrollIntoView({ block: 'nearest' });
  };
  const look = async (): Promise<void> => {
    const asked = input.value;
    const found = search(await entries(), asked, SUGGESTIONS);
    // Somebody who types on has asked for something else.
    if (input.value === asked) show(found.map((entry, at) => suggestion(entry, `${list.id}-${at}`)));
  };

  input.addEventListener('input', () => void look());
  input.addEventListener('focus', () => void entries());
  input.addEventListener('blur', () => show([]));
  // The field keeps the focus while somebody clicks into the list.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  input.addEventListener('keydown', (event) => {
    const count = list.children.length;
    if (event.key === 'Escape' && count > 0) show([]);
    else if (event.key === 'ArrowDown' && count > 0) choose((chosen + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) choose((chosen <= 0 ? count : chosen) - 1);
    else if (event.key === 'Enter' && chosen !== -1) list.children[chosen]?.querySelector('a')?.click();
    else return;
    event.preventDefault();
  });
}

function suggestion({ path, title, chapter, summary }: SearchEntry, id: string): HTMLElement {
  const item = document.createElement('li');
  item.id = id;
  item.setAttribute('role', 'option');
  const link = document.createElement('a');
  link.href = base + path.slice(1);
  // The list is gone through by arrows, not by the tabulator.
  link.tabIndex = -1;
  const name = document.createElement('strong');
  name.textContent = title;
  const about = document.createElement('span');
  about.textContent = `${chapter}: ${summary}`;
  link.append(name, about);
  item.append(link);
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

/** As on many pages of documentation, `/` leads to the search. */
function focusOnSlash(): void {
  addEventListener('keydown', (event) => {
    const { target } = event;
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLElement && target.closest('input, textarea, select')) return;
    event.preventDefault();
    document.querySelector<HTMLInputElement>('#search')?.focus();
  });
}
