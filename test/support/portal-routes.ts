/** The routes of the portal by the names of its folders. They are read as text, since the router needs a browser. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PORTAL = resolve(import.meta.dirname, '../../portal');

export interface PortalRoute {
  /** In the form of the router: `/documents/$submissionId`. */
  readonly path: string;
  /** True for everybody, false for signed-in members only. */
  readonly isOpen: boolean;
}

const ROUTE = /createRoute\(\{\s*getParentRoute: \(\) => (open|members),\s*path: '([^']+)'/g;

/** Throws for an unknown form of a route, so that no route is overlooked. */
export function portalRoutes(): PortalRoute[] {
  return globSync('*/routes.ts', { cwd: PORTAL })
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(join(PORTAL, file), 'utf8');
      const routes = [...text.matchAll(ROUTE)].map(([, parent, path = '']) => ({ path, isOpen: parent === 'open' }));
      const count = text.split('createRoute({').length - 1;
      if (count !== routes.length) throw new Error(`portal/${file} has a route that is written in another way.`);
      return routes;
    });
}
