/** The actions on the provider's pages: GET shows a page, POST runs an action and redirects. */
import { optionalText, parseForm } from './form.ts';
import type { Books, CheckoutSession, PortalSession, Subscription } from './objects.ts';
import { checkoutPage, confirmPage, controlPage, page, portalPage } from './pages.ts';
import { itemOf, planOf, type Subscriptions } from './subscriptions.ts';

export interface PageRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export type PageAnswer =
  | { readonly kind: 'page'; readonly status: number; readonly html: string }
  | { readonly kind: 'redirect'; readonly to: string };

export function hostedPages(books: Books, subscriptions: Subscriptions): (request: PageRequest) => PageAnswer {
  return ({ method, path, body }) => {
    const action = method === 'POST' ? (optionalText(parseForm(body), 'action') ?? '') : null;
    const [, room, id] = /^\/(?:(pay|portal|subscriptions)\/(\w+))?$/.exec(path) ?? [];
    if (path === '/') return shown(controlPage(books));
    const checkout = room === 'pay' && books.checkoutSessions.find((one) => one.id === id);
    if (checkout) return pay(books, subscriptions, checkout, action);
    const portal = room === 'portal' && books.portalSessions.find((one) => one.id === id);
    if (portal) return manage(books, subscriptions, portal, action);
    const subscription = room === 'subscriptions' && books.subscriptions.find((one) => one.id === id);
    if (subscription && action !== null) return control(subscriptions, subscription, action);
    return shown(page('Not found', '<h1>There is no such page.</h1>'), 404);
  };
}

function shown(html: string, status = 200): PageAnswer {
  return { kind: 'page', status, html };
}

function pay(books: Books, subscriptions: Subscriptions, session: CheckoutSession, action: string | null): PageAnswer {
  if (action === 'cancel') return { kind: 'redirect', to: session.cancel_url };
  const price = books.prices.find(({ id }) => id === session.price);
  if (session.status !== 'open' || !price) {
    return shown(page('Over', '<h1>This page has been used.</h1><p>You are all set.</p>'), 410);
  }
  if (action !== 'pay') {
    const declined = action === 'fail';
    return shown(checkoutPage(books, price, `/pay/${session.id}`, declined), declined ? 402 : 200);
  }
  subscriptions.complete(session);
  return { kind: 'redirect', to: session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id) };
}

function manage(books: Books, subscriptions: Subscriptions, session: PortalSession, action: string | null): PageAnswer {
  const path = `/portal/${session.id}`;
  const back: PageAnswer = { kind: 'redirect', to: session.return_url ?? '/' };
  if (action === 'return') return back;
  const plan = planOf(books, session.customer);
  const priceOf = (id: string | undefined) => books.prices.find((price) => price.id === id);
  const next = priceOf(session.change?.price);
  if (plan && session.change && next && plan.id === session.change.subscription) {
    if (action !== 'confirm') return shown(confirmPage(books, itemOf(plan).price, next, path));
    subscriptions.change(plan, next);
    return { kind: 'redirect', to: session.change.returnUrl };
  }
  if (plan && action !== null) {
    const chosen = priceOf(/^switch:(\w+)$/.exec(action)?.[1]);
    if (chosen) subscriptions.change(plan, chosen);
    if (action === 'end') subscriptions.setCancelAtPeriodEnd(plan, true);
    if (action === 'resume') subscriptions.setCancelAtPeriodEnd(plan, false);
    if (action === 'settle') subscriptions.pay(plan);
    return { kind: 'redirect', to: path };
  }
  const customer = books.customers.find(({ id }) => id === session.customer);
  return customer ? shown(portalPage(books, customer, path)) : back;
}

function control(subscriptions: Subscriptions, subscription: Subscription, action: string): PageAnswer {
  if (action === 'renew') subscriptions.renew(subscription, true);
  if (action === 'fail') subscriptions.renew(subscription, false);
  if (action === 'settle') subscriptions.pay(subscription);
  if (action === 'unpaid') subscriptions.giveUp(subscription, 'unpaid');
  return { kind: 'redirect', to: '/' };
}
