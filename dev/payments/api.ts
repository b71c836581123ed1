/**
 * The part of the provider's API that the service uses. Requests are form-encoded, and answers are objects or errors of
 * the provider.
 */
import {
  BadRequest,
  list,
  metadata,
  object,
  objects,
  optionalText,
  type Params,
  parseForm,
  text,
  whole,
} from './form.ts';
import {
  type Books,
  type CheckoutSession,
  type Configuration,
  type Customer,
  type Meter,
  newId,
  nowSeconds,
  type PortalSession,
  type Price,
  type Product,
  type Subscription,
} from './objects.ts';
import { itemOf, type Subscriptions } from './subscriptions.ts';

export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string;
  readonly idempotencyKey: string | null;
  /** Form-encoded. */
  readonly body: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
  /** True for an answer that is repeated for a repeated request. */
  readonly replayed: boolean;
}

export interface ProviderApi {
  answer(request: ApiRequest): ApiAnswer;
}

interface Room {
  readonly books: Books;
  readonly subscriptions: Subscriptions;
  /** The address of the pages. */
  readonly pages: string;
}

type Handler = (room: Room, params: Params, id: string) => object;

const ROUTES: readonly (readonly [method: string, path: RegExp, handler: Handler])[] = [
  ['POST', /^\/v1\/customers$/, createCustomer],
  [
    'GET',
    /^\/v1\/products$/,
    ({ books }, params) =>
      listOf(
        books.products,
        ids(params, 'ids', ({ id }) => id),
      ),
  ],
  ['POST', /^\/v1\/products$/, createProduct],
  ['GET', /^\/v1\/prices$/, ({ books }, params) => listOf(books.prices, ids(params, 'lookup_keys', lookupKeyOf))],
  ['POST', /^\/v1\/prices$/, createPrice],
  ['GET', /^\/v1\/billing\/meters$/, ({ books }) => listOf(books.meters)],
  ['POST', /^\/v1\/billing\/meters$/, createMeter],
  ['GET', /^\/v1\/billing\/meters\/([^/]+)\/event_summaries$/, summarize],
  ['POST', /^\/v1\/billing\/meter_events$/, createMeterEvent],
  ['GET', /^\/v1\/billing_portal\/configurations$/, ({ books }) => listOf(books.configurations)],
  ['POST', /^\/v1\/billing_portal\/configurations$/, createConfiguration],
  ['POST', /^\/v1\/billing_portal\/configurations\/([^/]+)$/, ({ books }, _, id) => find(books.configurations, id)],
  ['POST', /^\/v1\/billing_portal\/sessions$/, createPortalSession],
  ['POST', /^\/v1\/checkout\/sessions$/, createCheckoutSession],
  ['GET', /^\/v1\/subscriptions$/, listSubscriptions],
  ['POST', /^\/v1\/subscriptions$/, createSubscription],
  ['POST', /^\/v1\/subscriptions\/([^/]+)$/, updateSubscription],
  ['DELETE', /^\/v1\/subscriptions\/([^/]+)$/, cancelSubscription],
];

export function providerApi(room: Room, secretKey: string): ProviderApi {
  return {
    answer(request) {
      if (request.authorization !== `Bearer ${secretKey}`) {
        return refusal(new BadRequest('Invalid API Key provided.', { status: 401 }));
      }
      const known = request.idempotencyKey === null ? undefined : room.books.answers[request.idempotencyKey];
      const asked = `${request.method} ${request.url.pathname} ${request.body}`;
      if (known && known.request !== asked) {
        const message =
          'Keys for idempotent requests can only be used with the same parameters they were first used with.';
        return refusal(new BadRequest(message), 'idempotency_error');
      }
      if (known) return { status: known.status, body: known.body, replayed: true };
      const { status, body, replayed } = handle(room, request);
      if (request.idempotencyKey !== null)
        room.books.answers[request.idempotencyKey] = { request: asked, status, body };
      return { status, body, replayed };
    },
  };
}

function handle(room: Room, { method, url, body }: ApiRequest): ApiAnswer {
  try {
    for (const [routeMethod, path, handler] of ROUTES) {
      const match = routeMethod === method ? path.exec(url.pathname) : null;
      if (!match) continue;
      const params = parseForm(method === 'GET' ? url.search.slice(1) : body);
      return { status: 200, body: JSON.stringify(handler(room, params, match[1] ?? '')), replayed: false };
    }
    throw new BadRequest(`Unrecognized request URL (${method}: ${url.pathname}).`, { status: 404 });
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return refusal(error);
  }
}

function refusal({ message, code, param, status }: BadRequest, type = 'invalid_request_error'): ApiAnswer {
  const error = { type, message, ...(code !== null && { code }), ...(param !== null && { param }) };
  return { status, body: JSON.stringify({ error }), replayed: false };
}

function listOf<One>(all: readonly One[], wanted: (one: One) => boolean = () => true) {
  return { object: 'list', data: all.filter(wanted), has_more: false };
}

/** All of them if the parameter is absent. */
function ids<One>(params: Params, name: string, idOf: (one: One) => string | null): (one: One) => boolean {
  const wanted = list(params, name);
  return (one) => wanted.length === 0 || wanted.includes(idOf(one) ?? '');
}

function lookupKeyOf({ lookup_key }: Price): string | null {
  return lookup_key;
}

function find<One extends { readonly id: string }>(all: readonly One[], id: string, param = 'id'): One {
  const found = all.find((one) => one.id === id);
  if (!found) throw new BadRequest(`No such object: '${id}'`, { param, code: 'resource_missing', status: 404 });
  return found;
}

function kept<One>(all: One[], one: One): One {
  all.push(one);
  return one;
}

function createCustomer({ books }: Room, params: Params): Customer {
  return kept(books.customers, {
    id: newId('cus'),
    object: 'customer',
    created: nowSeconds(),
    email: optionalText(params, 'email'),
    name: optionalText(params, 'name'),
    metadata: metadata(params),
  });
}

function createProduct({ books }: Room, params: Params): Product {
  return kept(books.products, {
    id: optionalText(params, 'id') ?? newId('prod'),
    object: 'product',
    active: true,
    created: nowSeconds(),
    name: text(params, 'name'),
    metadata: metadata(params),
  });
}

function createPrice({ books }: Room, params: Params): Price {
  const recurring = object(params, 'recurring');
  const meter = optionalText(recurring, 'meter');
  if (meter !== null) find(books.meters, meter, 'recurring[meter]');
  const key = optionalText(params, 'lookup_key');
  for (const price of books.prices) if (price.lookup_key === key) price.lookup_key = null;
  return kept(books.prices, {
    id: newId('price'),
    object: 'price',
    active: true,
    created: nowSeconds(),
    currency: text(params, 'currency'),
    lookup_key: key,
    metadata: metadata(params),
    product: find(books.products, text(params, 'product'), 'product').id,
    recurring: {
      interval: text(recurring, 'interval') === 'year' ? 'year' : 'month',
      interval_count: 1,
      meter,
      usage_type: optionalText(recurring, 'usage_type') === 'metered' ? 'metered' : 'licensed',
    },
    type: 'recurring',
    unit_amount: optionalText(params, 'unit_amount') === null ? null : whole(params, 'unit_amount'),
  });
}

function createMeter({ books }: Room, params: Params): Meter {
  return kept(books.meters, {
    id: newId('mtr'),
    object: 'billing.meter',
    created: nowSeconds(),
    display_name: text(params, 'display_name'),
    event_name: text(params, 'event_name'),
    status: 'active',
  });
}

const DAY_SECONDS = 24 * 60 * 60;

function createMeterEvent({ books }: Room, params: Params): object {
  const event_name = text(params, 'event_name');
  if (!books.meters.some((meter) => meter.event_name === event_name)) {
    throw new BadRequest(`No active meter found for event name ${event_name}.`, { code: 'no_meter' });
  }
  const identifier = text(params, 'identifier');
  if (books.meterEvents.some((event) => event.identifier === identifier)) {
    throw new BadRequest(`An event already exists with identifier ${identifier}.`);
  }
  const timestamp = whole(params, 'timestamp');
  if (timestamp < nowSeconds() - 35 * DAY_SECONDS || timestamp > nowSeconds() + 300) {
    throw new BadRequest('The timestamp must be within the past 35 days.', { code: 'timestamp_too_far_in_past' });
  }
  const payload = object(params, 'payload');
  const customer = find(books.customers, text(payload, 'stripe_customer_id'), 'payload[stripe_customer_id]').id;
  const value = whole(payload, 'value');
  books.meterEvents.push({ customer, identifier, timestamp, value });
  const facts = { event_name, identifier, timestamp, created: nowSeconds(), livemode: false };
  return { object: 'billing.meter_event', ...facts, payload };
}

function summarize({ books }: Room, params: Params, id: string): object {
  const meter = find(books.meters, id).id;
  const customer = find(books.customers, text(params, 'customer'), 'customer').id;
  const [start_time, end_time] = [whole(params, 'start_time'), whole(params, 'end_time')];
  if (start_time % 60 !== 0 || end_time % 60 !== 0) {
    throw new BadRequest('Times must be aligned with minute boundaries.', { param: 'start_time' });
  }
  const counted = books.meterEvents.filter(
    (event) => event.customer === customer && event.timestamp >= start_time && event.timestamp < end_time,
  );
  const aggregated_value = counted.reduce((sum, { value }) => sum + value, 0);
  const times = { start_time, end_time, livemode: false };
  const summary = { id: newId('mtrusg'), object: 'billing.meter_event_summary', aggregated_value, meter, ...times };
  return listOf(counted.length === 0 ? [] : [summary]);
}

function createConfiguration({ books }: Room, params: Params): Configuration {
  return kept(books.configurations, {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    created: nowSeconds(),
    metadata: metadata(params),
  });
}

function createPortalSession({ books, pages }: Room, params: Params): Omit<PortalSession, 'change'> {
  const id = newId('bps');
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    configuration: find(books.configurations, text(params, 'configuration'), 'configuration').id,
    created: nowSeconds(),
    customer: find(books.customers, text(params, 'customer'), 'customer').id,
    return_url: optionalText(params, 'return_url'),
    url: `${pages}/portal/${id}`,
    change: readChange(books, object(params, 'flow_data')),
  };
  const { change: _, ...shown } = kept(books.portalSessions, session);
  return shown;
}

/**
 * Like the provider, the sandbox rejects a change of a subscription with several prices, and a change to the same
 * price.
 */
function readChange(books: Books, flow: Params): PortalSession['change'] {
  if (optionalText(flow, 'type') === null) return null;
  const confirm = object(flow, 'subscription_update_confirm');
  const subscription = find(books.subscriptions, text(confirm, 'subscription'), 'subscription');
  const [item = {}] = objects(confirm, 'items');
  if (text(item, 'id') !== itemOf(subscription).id) {
    throw new BadRequest('The subscription has no such item.', { param: 'items' });
  }
  const price = find(books.prices, text(item, 'price'), 'price').id;
  if (price === itemOf(subscription).price.id) throw new BadRequest('There are no changes to confirm.');
  const returnUrl = text(object(object(flow, 'after_completion'), 'redirect'), 'return_url');
  return { subscription: subscription.id, price, returnUrl };
}

function createCheckoutSession({ books, pages }: Room, params: Params): Omit<CheckoutSession, 'price'> {
  const id = newId('cs_test');
  const [line = {}] = objects(params, 'line_items');
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    cancel_url: text(params, 'cancel_url'),
    client_reference_id: optionalText(params, 'client_reference_id'),
    created: nowSeconds(),
    customer: find(books.customers, text(params, 'customer'), 'customer').id,
    expires_at: nowSeconds() + DAY_SECONDS,
    mode: 'subscription',
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: text(params, 'success_url'),
    url: `${pages}/pay/${id}`,
    price: find(books.prices, text(line, 'price'), 'line_items[0][price]').id,
  };
  const { price: _, ...shown } = kept(books.checkoutSessions, session);
  return shown;
}

function listSubscriptions({ books }: Room, params: Params): object {
  const customer = text(params, 'customer');
  const newestFirst = books.subscriptions.toReversed();
  return listOf(newestFirst, (one: Subscription) => one.customer === customer);
}

function createSubscription({ books, subscriptions }: Room, params: Params): Subscription {
  const [item = {}] = objects(params, 'items');
  return subscriptions.open({
    customer: find(books.customers, text(params, 'customer'), 'customer').id,
    price: find(books.prices, text(item, 'price'), 'items[0][price]'),
    metadata: metadata(params),
    paymentMethod: optionalText(params, 'default_payment_method'),
  });
}

function updateSubscription({ books, subscriptions }: Room, params: Params, id: string): Subscription {
  const subscription = find(books.subscriptions, id);
  const [item = {}] = objects(params, 'items');
  subscriptions.change(subscription, find(books.prices, text(item, 'price'), 'items[0][price]'));
  return subscription;
}

function cancelSubscription({ books, subscriptions }: Room, _: Params, id: string): Subscription {
  const subscription = find(books.subscriptions, id);
  if (subscription.status === 'canceled') {
    throw new BadRequest(`No such subscription: '${id}'`, { param: 'id', code: 'resource_missing', status: 404 });
  }
  subscriptions.cancel(subscription);
  return subscription;
}
