/**
 * The pages of the provider in a plain form: one for payment, one to change or end a subscription, one with controls.
 */
import { escape } from '#dev/mail-catcher/html.ts';
import type { Books, Customer, Price, Subscription } from './objects.ts';
import { itemOf, planOf } from './subscriptions.ts';

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0;background:light-dark(#f4f5f7,#16181d);color:light-dark(#1d2129,#e6e8ec)}
main{max-width:34rem;margin:8vh auto;padding:2rem;background:light-dark(#fff,#20242b);border-radius:12px;
box-shadow:0 2px 12px #0002}
h1{font-size:1.4rem;margin:0 0 .25rem}h2{font-size:1.05rem;margin:1.5rem 0 .5rem}
p{margin:.4rem 0}.price{font-size:2rem;font-weight:600}.note{color:light-dark(#5a6270,#9aa3b2);font-size:.9rem}
.wrong{color:light-dark(#a4142a,#ff8a9a)}form{display:flex;flex-wrap:wrap;gap:.6rem;margin:1rem 0 0}
button,a.button{font:inherit;padding:.55rem 1rem;border-radius:8px;border:1px solid light-dark(#c5cad3,#454c58);
background:none;color:inherit;cursor:pointer;text-decoration:none}
button.first{background:#1f6f54;border-color:#1f6f54;color:#fff}
button:focus-visible,a:focus-visible{outline:3px solid #4aa3ff;outline-offset:2px}`;

export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLE}</style></head>
<body><main>${body}<p class="note">Payment sandbox of Fixpoint: no money moves here.</p></main></body></html>`;
}

/** `first` marks the most common choice. */
function button(action: string, label: string, first = false): string {
  return `<button name="action" value="${escape(action)}"${first ? ' class="first"' : ''}>${escape(label)}</button>`;
}

function form(path: string, ...buttons: readonly string[]): string {
  return `<form method="post" action="${escape(path)}">${buttons.join('')}</form>`;
}

function nameOf({ books, price }: { books: Books; price: Price }): string {
  return books.products.find(({ id }) => id === price.product)?.name ?? price.product;
}

function amountOf({ unit_amount, recurring }: Price): string {
  return `$${((unit_amount ?? 0) / 100).toFixed(2)} per ${recurring.interval}`;
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

export function checkoutPage(books: Books, price: Price, path: string, declined: boolean): string {
  return page(
    'Subscribe',
    `<h1>Subscribe to ${escape(nameOf({ books, price }))}</h1><p class="price">${amountOf(price)}</p>
${declined ? '<p class="wrong" role="alert">Your card was declined. Try another one.</p>' : ''}
<p>Card 4242 4242 4242 4242, 12/34, 123</p>
${form(path, button('pay', 'Pay', true), button('fail', 'Fail: card declined'), button('cancel', 'Cancel'))}`,
  );
}

export function confirmPage(books: Books, from: Price, to: Price, path: string): string {
  return page(
    'Confirm the change',
    `<h1>Confirm the change</h1><p>From ${escape(nameOf({ books, price: from }))}, ${amountOf(from)}, to</p>
<p class="price">${escape(nameOf({ books, price: to }))}, ${amountOf(to)}</p>
${form(path, button('confirm', 'Confirm', true), button('return', 'Back'))}`,
  );
}

export function portalPage(books: Books, { id, name }: Customer, path: string): string {
  const plan = planOf(books, id);
  const body = plan ? subscriptionPart(books, plan, path) : '<p>There is no subscription.</p>';
  return page('Your subscription', `<h1>${escape(name ?? id)}</h1>${body}${form(path, button('return', 'Back'))}`);
}

function subscriptionPart(books: Books, plan: Subscription, path: string): string {
  const { price, current_period_end: end } = itemOf(plan);
  const { cancel_at_period_end: ends, status } = plan;
  const others = books.prices.filter(
    (one) => one.recurring.usage_type === 'licensed' && one.lookup_key !== null && one.id !== price.id,
  );
  const switches = others.map((one) =>
    button(`switch:${one.id}`, `${nameOf({ books, price: one })}, ${amountOf(one)}`),
  );
  const ending = ends ? button('resume', 'Resume') : button('end', 'Cancel at the end of the period');
  const due = status === 'past_due' || status === 'unpaid' ? [button('settle', 'Pay what is due', true)] : [];
  return `<p class="price">${escape(nameOf({ books, price }))}, ${amountOf(price)}</p>
<p>${escape(status)}; ${ends ? 'ends' : 'renews'} on ${day(end)}</p>${form(path, ...due, ending)}
<h2>Change the plan</h2>${form(path, ...switches)}`;
}

/** Controls for events that only time or a bank causes in production. */
export function controlPage(books: Books): string {
  const parts = books.customers.map((customer) => {
    const plan = planOf(books, customer.id);
    if (!plan) return '';
    const used = books.meterEvents.filter((event) => event.customer === customer.id);
    const units = used.reduce((sum, { value }) => sum + value, 0);
    const buttons = [
      button('renew', 'Next period, paid'),
      button('fail', 'Next period, payment fails'),
      button('settle', 'Pay what is due'),
      button('unpaid', 'Give up: unpaid'),
    ];
    return `<h2>${escape(customer.name ?? customer.id)}</h2><p>${escape(nameOf({ books, price: itemOf(plan).price }))}:
${escape(plan.status)}; ${units} documents told</p>${form(`/subscriptions/${plan.id}`, ...buttons)}`;
  });
  const none = '<p>Nobody has subscribed yet.</p>';
  return page('Payment sandbox', `<h1>Payment sandbox</h1>${parts.join('') || none}`);
}
