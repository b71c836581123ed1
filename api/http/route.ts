/** By which path an endpoint is known in logs, metrics and traces: never the one that was asked for, which has ids in it. */
import type { Context } from './http.ts';

/** As the router has it, with `{name}` for each parameter; files of pages are under one for all. */
export function routeOf(ctx: Context): string {
  const matched: unknown = ctx['_matchedRoute'];
  return typeof matched === 'string' ? matched.replaceAll(/:(\w+)/g, '{$1}') : 'none';
}
