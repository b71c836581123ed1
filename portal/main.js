/** The portal: one view at a time, named by the fragment of the address, as `#/verify?token=…`. */
import { forgot, invitation, login, reset, verify } from './accounts.js';
import { element, linkTo, paragraph } from './elements.js';
import { billing, home } from './organization.js';
import { toProblem } from './problem.js';
import { SignedOut } from './session.js';

/**
 * @typedef {object} View
 * @property {string} title
 * @property {readonly Node[]} content
 */

/**
 * @typedef {object} Visit
 * @property {URLSearchParams} parameters
 * @property {() => void} show Builds the view of the address anew.
 * @property {(view: View) => void} display Puts another view in its place.
 * @property {() => void} signedIn Goes on to where the person wanted to go.
 */

/** @type {Readonly<Record<string, (visit: Visit) => View | Promise<View>>>} */
const VIEWS = { login, verify, reset, forgot, invitation, home, billing };

const main = document.querySelector('main') ?? document.body;
let visits = 0;

async function show() {
  const number = ++visits;
  const [name = '', query] = location.hash.replace(/^#\/?/, '').split('?');
  /** Whoever has gone on meanwhile is not called back. @param {() => void} act */
  const here = (act) => void (number === visits && act());
  main.ariaBusy = 'true';
  const view = await build(name === '' ? 'home' : name, {
    parameters: new URLSearchParams(query),
    show: () => here(() => void show()),
    display: (next) => here(() => display(next)),
    signedIn: () => here(() => goOn(name)),
  });
  here(() => display(view));
}

/**
 * @param {string} name
 * @param {Visit} visit
 * @returns {Promise<View>}
 */
async function build(name, visit) {
  const onward = linkTo('home', 'To the first page');
  try {
    const make = Object.hasOwn(VIEWS, name) ? VIEWS[name] : undefined;
    return make ? await make(visit) : { title: 'There is no such page', content: [onward] };
  } catch (error) {
    if (error instanceof SignedOut) return login(visit);
    return { title: 'This did not work', content: [paragraph(toProblem(error).message), onward] };
  }
}

/** A view that asked for a sign-in is where the person wanted to go. @param {string} name */
function goOn(name) {
  if (name === 'login' || name === 'invitation') location.hash = '#/home';
  else void show();
}

/** The heading gets the focus, so that the keyboard and a screen reader begin where the view does. @param {View} view */
function display({ title, content }) {
  const heading = element('h1', { tabIndex: -1 }, title);
  document.title = `${title} · Fixpoint`;
  main.replaceChildren(heading, ...content);
  main.ariaBusy = 'false';
  heading.focus();
}

window.addEventListener('hashchange', () => void show());
void show();
