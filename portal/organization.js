/** What a member sees who has signed in: the organization, its use of the plan, and how it is paid for. */
import { alert, button, element, linkTo, list, paragraph } from './elements.js';
import { PLANS } from './plans.js';
import { call, callSignedIn, signedIn, signOut } from './session.js';

/** @import { View, Visit } from './main.js' */

/** @returns {Promise<View>} */
export async function home() {
  const { user, organization } = await signedIn();
  /** @type {[{ name: string, planTier: string, isActive: boolean }, { usedThisMonth: number, planLimit: number }]} */
  const [{ name, planTier, isActive }, { usedThisMonth, planLimit }] = await Promise.all([
    callSignedIn('GET', 'portal/organization'),
    callSignedIn('GET', 'portal/stats'),
  ]);
  const wrong = alert();
  const leave = button('Sign out', wrong, async () => {
    await signOut();
    location.hash = '#/login';
  });
  return {
    title: name,
    content: [
      ...(isActive ? [] : [paragraph('This organization has been deactivated.', 'wrong')]),
      list({ 'Signed in as': user.email, Role: organization.role, Plan: nameOf(planTier) }),
      ...usage(usedThisMonth, planLimit),
      ...(user.emailVerified ? [] : confirmation(user.email)),
      ...(organization.role === 'member' ? [] : [linkTo('billing', 'Plan and billing')]),
      wrong,
      element('div', { className: 'actions' }, leave),
    ],
  };
}

/**
 * @param {number} used
 * @param {number} limit
 */
function usage(used, limit) {
  const words = `${count(used)} of ${count(limit)} documents in this period`;
  const bar = element('progress', { value: Math.min(used, limit), max: limit, ariaLabel: words });
  return [element('h2', {}, 'Usage'), paragraph(words), bar];
}

/** @param {string} email */
function confirmation(email) {
  const wrong = alert();
  const told = element('p', { role: 'status' });
  const again = button('Send the mail again', wrong, async () => {
    /** @type {{ message: string }} */
    const { message } = await call('POST', 'auth/resend-verification', { email });
    told.textContent = message;
  });
  return [
    element('h2', {}, 'Confirm your e-mail address'),
    paragraph('We have sent you a mail with a link. Until the address is confirmed you can look, and change nothing.'),
    told,
    wrong,
    element('div', { className: 'actions' }, again),
  ];
}

/**
 * The specification's Billing info, as far as it is shown.
 *
 * @typedef {object} BillingInfo
 * @property {string} planTier
 * @property {number} monthlyDocLimit
 * @property {number} currentMonthUsage
 * @property {'month' | 'year'} billingInterval
 * @property {string} subscriptionStatus
 * @property {string | null} currentPeriodEnd
 * @property {boolean} cancelAtPeriodEnd
 * @property {string} quotaResetsAt
 */

/**
 * @param {Visit} visit
 * @returns {Promise<View>}
 */
export async function billing({ parameters, show }) {
  /** @type {BillingInfo} */
  const info = await callSignedIn('GET', 'billing/info');
  const wrong = alert();
  /** @type {Leave} */
  const leave = async (path, body) => {
    /** @type {{ url: string }} */
    const { url } = await callSignedIn('POST', `billing/${path}`, body);
    location.assign(url);
  };
  const manage = button('Invoices, means of payment, cancellation', wrong, () =>
    leave('portal-session', { returnUrl: here('') }),
  );
  return {
    title: 'Plan and billing',
    content: [
      ...(parameters.has('paid') ? [thanks(show)] : []),
      list(standing(info)),
      ...usage(info.currentMonthUsage, info.monthlyDocLimit),
      element('h2', {}, 'Plans'),
      wrong,
      element('ul', { className: 'plans' }, ...PLANS.map((plan) => planItem(plan, info, wrong, leave))),
      element('div', { className: 'actions' }, manage),
      linkTo('home', 'Back'),
    ],
  };
}

/**
 * @callback Leave
 * @param {'checkout-session' | 'portal-session'} path
 * @param {object} body
 * @returns {Promise<void>}
 */

/** @param {BillingInfo} info */
function standing({ planTier, subscriptionStatus, currentPeriodEnd, cancelAtPeriodEnd, quotaResetsAt }) {
  return {
    Plan: nameOf(planTier),
    ...(subscriptionStatus === 'none' ? {} : { Subscription: subscriptionStatus.replaceAll('_', ' ') }),
    ...(currentPeriodEnd === null ? {} : { [cancelAtPeriodEnd ? 'Ends on' : 'Renewed on']: day(currentPeriodEnd) }),
    'Usage resets on': day(quotaResetsAt),
  };
}

/** @param {() => void} show */
function thanks(show) {
  const again = element('button', { type: 'button' }, 'Look again');
  again.addEventListener('click', show);
  return element(
    'div',
    { role: 'status' },
    paragraph(
      'Thank you. The plan changes as soon as the payment provider has told us of the payment, within moments.',
    ),
    element('div', { className: 'actions' }, again),
  );
}

/**
 * @param {typeof PLANS[number]} plan
 * @param {BillingInfo} info
 * @param {HTMLElement} wrong
 * @param {Leave} leave
 */
function planItem(plan, { planTier, billingInterval, subscriptionStatus }, wrong, leave) {
  const { tier, name, documents, further } = plan;
  const intervals = /** @type {const} */ (['month', 'year']);
  const choices = intervals.map((interval) => {
    const label = `$${count(plan[interval])} a ${interval}`;
    const isTheirs = subscriptionStatus !== 'none' && tier === planTier && interval === billingInterval;
    if (isTheirs) return element('span', {}, `Your plan, ${label}`);
    const choose = button(label, wrong, () =>
      leave('checkout-session', { tier, interval, successUrl: here('?paid'), cancelUrl: here('') }),
    );
    choose.ariaLabel = `${name}, ${label}`;
    return choose;
  });
  const about = `${count(documents)} documents a month; each further one $${further}`;
  return element(
    'li',
    {},
    element('strong', {}, name),
    paragraph(about, 'hint'),
    element('div', { className: 'actions' }, ...choices),
  );
}

/** Where the payment provider leads back to. @param {string} query */
function here(query) {
  return `${location.origin}${location.pathname}#/billing${query}`;
}

/** @param {string} tier */
function nameOf(tier) {
  return PLANS.find((plan) => plan.tier === tier)?.name ?? 'Free';
}

/** @param {number} whole */
function count(whole) {
  return whole.toLocaleString('en');
}

/** @param {string} time ISO 8601 */
function day(time) {
  return new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}
