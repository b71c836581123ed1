/** An operation with its handler, and what happens before a handler is called. */
import { Router } from '@koa/router';
import type { z } from 'zod';
import { type IdempotentAnswers, idempotentAnswers } from '#store/database/idempotent-answers.ts';
import type { Access, Guards } from './auth/access.ts';
import { requireRecentSignIn } from './auth/session.ts';
import { attempt, together } from './http/faults.ts';
import type { Context, State } from './http/http.ts';
import { NoQuery, readHeaders, readQuery, refuseHeaders } from './http/query.ts';
import { idempotentUse, once, withIdempotency } from './idempotency/replay.ts';
import type { Body, Operation, RecentSignIn } from './operation.ts';
import type { Services } from './services.ts';

/** The caller and the parameters of a request. */
interface Asked<Who, Params> {
  readonly caller: Who;
  readonly params: Params;
}

/** The checked input of a handler, with the types of the schemas of its operation. */
export interface Request<Who, Params, Found, Query, Headers, Value> extends Asked<Who, Params> {
  readonly ctx: Context;
  /** The result of `find`. */
  readonly found: Found;
  readonly query: Query;
  readonly headers: Headers;
  readonly body: Value;
}

/** The schema of nothing. */
type None = typeof NoQuery;
/** Each as its schema makes it, or null where it is not well-formed. */
type ParamsOf<Schema extends z.ZodObject> = {
  readonly [Name in keyof z.output<Schema>]: z.output<Schema>[Name] | null;
};
type QueryOf<Schema> = Schema extends z.ZodObject ? z.output<Schema> : object;

/** The return value is the body. A handler that sets the body of the context returns nothing. */
interface Handled<
  Deps,
  Who,
  P extends z.ZodObject,
  Found,
  Q extends z.ZodObject | 'ignored',
  H extends z.ZodObject,
  Value,
> extends Operation {
  readonly access: Access<Who>;
  readonly recentSignIn?: RecentSignIn<Value>;
  readonly params?: P;
  readonly query?: Q;
  readonly headers?: H;
  readonly body?: Body<Value>;
  /** The parameters of the path. Whether it is there is said before anything is about query and body. */
  find?(asked: Asked<Who, ParamsOf<P>>, deps: Deps): Promise<Found>;
  handle(request: Request<Who, ParamsOf<P>, Found, QueryOf<Q>, z.output<H>, Value>, deps: Deps): unknown;
}

/** A handled operation whose types are unknown. */
interface AnyHandled<Deps> extends Operation {
  find?(asked: Asked<unknown, object>, deps: Deps): Promise<unknown>;
  handle(request: Request<unknown, object, unknown, object, object, unknown>, deps: Deps): unknown;
}

export interface Endpoint<Deps> {
  readonly operation: Operation;
  readonly answer: (ctx: RoutedContext, guards: Guards, deps: Deps, common: Common) => Promise<void>;
}

/** Parts of the service that all endpoints need. */
interface Common extends Pick<Services, 'settings' | 'log'> {
  readonly answers: IdempotentAnswers;
}

/** The context as the router hands it on, with what it has read out of the path. */
type RoutedContext = Context & { readonly params: Readonly<Record<string, string>> };

/** The handler gets what the schemas of this very operation have made: `answer` is the one place that calls it. */
export function endpoint<
  Deps,
  Who,
  P extends z.ZodObject = None,
  Found = null,
  Q extends z.ZodObject | 'ignored' = None,
  H extends z.ZodObject = None,
  Value = null,
>(handled: Handled<Deps, Who, P, Found, Q, H, Value>): Endpoint<Deps> {
  const operation = withIdempotency<AnyHandled<Deps>>(handled);
  return {
    operation,
    async answer(ctx, guards, deps, { settings: { bodyTimeoutMs }, answers, log }) {
      const { access, recentSignIn } = operation;
      const caller = await access.check(ctx, guards);
      // An answer that an idempotency key repeats, with its secret, takes a recent sign-in as the first answer did.
      if (recentSignIn === true) requireRecentSignIn(caller);
      const params = readParams(ctx.params, operation.params);
      const use = idempotentUse(ctx, operation);
      const find = () => operation.find?.({ caller, params }, deps) ?? null;
      // A repeated request gets the same answer, even if the object is gone by now.
      const isKnown = use !== null && (await answers.isKnown(use));
      const earlier = isKnown ? null : await find();
      const [query, headers, body] = await together([
        attempt(() => queryOf(ctx, operation)),
        attempt(() => (operation.headers ? readHeaders(ctx, operation.headers) : {})),
        attempt(() => operation.body?.read(ctx, bodyTimeoutMs) ?? null),
        attempt(() => refuseHeaders(ctx, operation.refusedHeaders ?? [])),
      ]);
      if (typeof recentSignIn === 'object' && !recentSignIn.isException(body)) requireRecentSignIn(caller);
      const run = async () => {
        const found = earlier ?? (await find());
        ctx.status = operation.answers[0].status;
        const said: unknown = await operation.handle({ ctx, caller, params, found, query, headers, body }, deps);
        if (said !== undefined) ctx.body = said;
      };
      await (use === null ? run() : once(ctx, use, body, { answers, log }, run));
    },
  };
}

function readParams(given: Readonly<Record<string, string>>, schema: z.ZodObject | undefined) {
  const entries = Object.entries(schema?.shape ?? {}).map(([name, part]: [string, z.ZodType]) => {
    const { success, data } = part.safeParse(given[name] ?? '');
    return [name, success ? data : null];
  });
  return Object.fromEntries(entries);
}

function queryOf(ctx: Context, { query, isQueryOfHandler = false }: Operation): object {
  return query === 'ignored' || isQueryOfHandler ? {} : readQuery(ctx, query ?? NoQuery);
}

/** Endpoints that belong together, and what their handlers need of the service. */
export interface Feature {
  readonly operations: readonly Operation[];
  readonly routes: (services: Services, guards: Guards) => Router<State>;
}

/** @param strict whether a path with a slash at its end is another one */
export function feature<Deps>(
  depsOf: (services: Services, guards: Guards) => Deps,
  endpoints: readonly Endpoint<Deps>[],
  { strict = false } = {},
): Feature {
  return {
    operations: endpoints.map(({ operation }) => operation),
    routes(services, guards) {
      const router = new Router<State>({ strict });
      const deps = depsOf(services, guards);
      const common = { ...services, answers: idempotentAnswers(services.database, services.sealer) };
      for (const { operation, answer } of endpoints) {
        const { path, formerPath = path, method } = operation;
        const paths = [...new Set([path, formerPath])].map((one) => one.replaceAll(/\{(\w+)\}/g, ':$1'));
        router.register(paths, [method], (ctx) => answer(ctx, guards, deps, common));
      }
      return router;
    },
  };
}
