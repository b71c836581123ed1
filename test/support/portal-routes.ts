/** The routes of the portal, as its folders name them: read as text, since the router itself needs a browser. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PORTAL = resolve(import.meta.dirname, '../../portal');

export interface PortalRoute {
  /** As the router has it: `/documents/$submissionId`. */
  readonly path: string;
  /** True if it is for everybody, false if it is for signed-in members. */
  readonly isOpen: boolean;
}

const ROUTE = /createRoute\(\{\s*getParentRoute: \(\) => (open|members),\s*path: '([^']+)'/g;

/** Throws where a route is written in a way that is not understood, so that none is overlooked. */
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
