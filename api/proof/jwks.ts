/** What strangers need to check our signatures: the key set, the current key in PEM, the context. No credentials. */
import { Router } from '@koa/router';
import { attestationContext } from '#src/proof/context.ts';
import { publicPem } from '#src/keys/signing-key.ts';
import { CONTEXT_PATH, KEY_SET_PATH, SIGNING_KEY_PATH } from '#domain/attestation.ts';
import { ServiceError } from '#domain/errors.ts';
import type { PublishedKey, SigningKeyStore } from '#store/proof/signing-keys.ts';
import { queryFields, uniqueFields, type Context, type State } from '#api/http/http.ts';

export function jwksRoutes(signingKeys: SigningKeyStore, publicUrl: string): Router<State> {
  const router = new Router<State>();

  router.get(KEY_SET_PATH, async (ctx) => {
    ctx.body = keySet(await signingKeys.list());
    makePublic(ctx);
  });

  router.get(SIGNING_KEY_PATH, async (ctx) => {
    const kid = uniqueFields(queryFields(ctx), 'query', ['kid']).get('kid');
    const keys = await signingKeys.list();
    const key = kid === undefined ? keys[0] : keys.find(({ publicJwk }) => publicJwk.kid === kid);
    if (!key) throw new ServiceError('not_found', 'No such key.', { members: { resource: 'signing key' } });
    ctx.body = publicPem(key.publicJwk);
    ctx.set('Content-Type', 'application/x-pem-file');
    ctx.set('Link', `<${publicUrl}${KEY_SET_PATH}>; rel="describedby"; type="application/jwk-set+json"`);
    makePublic(ctx);
  });

  router.get(CONTEXT_PATH, (ctx) => {
    ctx.body = JSON.stringify(attestationContext(publicUrl));
    ctx.set('Content-Type', 'application/ld+json');
    makePublic(ctx);
  });

  return router;
}

/** JWKS of RFC 7517. A retired key says since when; members a reader does not know are to be ignored (section 4). */
export function keySet(keys: readonly PublishedKey[]) {
  return {
    keys: keys.map(({ publicJwk, retiredAt }) => ({
      ...publicJwk,
      ...(retiredAt && { 'x-retired-at': retiredAt.toISOString() }),
    })),
  };
}

function makePublic(ctx: Context): void {
  ctx.set({ 'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*' });
}
