/** What views are made of. Text becomes text nodes, and nothing here reads markup. */
import { toProblem } from './problem.js';

/** @import { Problem } from './problem.js' */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} properties
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** @param {string} text */
export function paragraph(text, className = '') {
  return element('p', { className }, text);
}

/**
 * @param {string} view
 * @param {string} text
 */
export function linkTo(view, text) {
  return element('p', {}, element('a', { href: `#/${view}` }, text));
}

/** @param {Readonly<Record<string, Node | string>>} rows */
export function list(rows) {
  const terms = Object.entries(rows).flatMap(([term, value]) => [element('dt', {}, term), element('dd', {}, value)]);
  return element('dl', {}, ...terms);
}

/** Where refusals are told: there from the start and empty, so that a screen reader notices what is put into it. */
export function alert() {
  return element('p', { className: 'wrong', role: 'alert' });
}

/**
 * A button whose work takes a moment. It stays focusable meanwhile, and what goes wrong is told in `wrong`.
 *
 * @param {string} label
 * @param {HTMLElement} wrong
 * @param {() => Promise<void>} work
 */
export function button(label, wrong, work, className = '') {
  const made = element('button', { type: 'button', className }, label);
  made.addEventListener('click', () => void attempt(made, wrong, work));
  return made;
}

/**
 * One at a time: a second press while the first is under way does nothing.
 *
 * @param {HTMLButtonElement} pressed
 * @param {HTMLElement} wrong
 * @param {() => Promise<void>} work
 * @param {(problem: Problem) => void} refused
 */
async function attempt(pressed, wrong, work, refused = ({ message }) => tell(wrong, message)) {
  if (pressed.ariaDisabled === 'true') return;
  pressed.ariaDisabled = 'true';
  wrong.textContent = '';
  try {
    await work();
  } catch (error) {
    refused(toProblem(error));
  } finally {
    pressed.ariaDisabled = null;
  }
}

/**
 * @param {HTMLElement} wrong
 * @param {string} message
 */
function tell(wrong, message) {
  wrong.textContent = message;
  wrong.scrollIntoView({ block: 'nearest' });
}

/**
 * @typedef {object} Field
 * @property {string} name The member of the request's body, by which a refusal names it.
 * @property {string} label
 * @property {string} type
 * @property {AutoFill} autocomplete
 * @property {string} [hint]
 * @property {string} [value] It cannot be changed.
 */

/** @type {Readonly<Record<'email' | 'password' | 'newPassword', Field>>} */
export const FIELDS = {
  email: { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username' },
  password: { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
  newPassword: {
    name: 'password',
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    hint: 'Long and hard to guess: a few words that do not belong together will do.',
  },
};

/**
 * A form with one button. What is refused is told beside its field, and else above the button.
 *
 * @param {readonly Field[]} fields
 * @param {string} label
 * @param {(values: Record<string, string>) => Promise<void>} work
 */
export function form(fields, label, work) {
  const wrong = alert();
  const rows = fields.map(fieldRow);
  const submit = element('button', { className: 'first' }, label);
  // By POST, so that an address bar never has a password, even where the script does not run.
  const made = element('form', { method: 'post' }, ...rows.flatMap(({ parts }) => parts));
  made.append(wrong, element('div', { className: 'actions' }, submit));
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    for (const row of rows) row.refuse('');
    const values = Object.fromEntries(rows.map(({ name, input }) => [name, input.value]));
    void attempt(
      submit,
      wrong,
      () => work(values),
      (problem) => {
        const faulty = rows.find(({ name }) => problem.field === name);
        if (!faulty) return tell(wrong, problem.message);
        faulty.refuse(problem.message);
        faulty.input.focus();
      },
    );
  });
  return made;
}

/** @param {Field} field */
function fieldRow({ name, label, type, autocomplete, hint = '', value }) {
  const id = `field-${name}`;
  const wrong = element('p', { className: 'wrong', id: `${id}-wrong`, ariaLive: 'polite' });
  const about = hint === '' ? [] : [element('p', { className: 'hint', id: `${id}-hint` }, hint)];
  const input = element('input', { id, name, type, autocomplete, required: true });
  if (value !== undefined) Object.assign(input, { value, readOnly: true });
  input.setAttribute('aria-describedby', [...about, wrong].map((part) => part.id).join(' '));
  /** @param {string} text */
  const refuse = (text) => {
    wrong.textContent = text;
    input.ariaInvalid = text === '' ? null : 'true';
  };
  const parts = [element('label', { htmlFor: id }, label), input, ...about, wrong];
  return { name, input, parts, refuse };
}
