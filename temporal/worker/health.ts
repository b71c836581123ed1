/** A worker has no door to knock at: where orchestrators ask whether it lives, in the words of the API. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

export async function answerHealth(
  { host, port }: { readonly host: string; readonly port: number },
  alive: () => boolean,
): Promise<void> {
  const answer: RequestListener = ({ url }, response) => {
    const [code, status] = url !== '/livez' ? [404, 'not found'] : alive() ? [200, 'ok'] : [503, 'stuck'];
    response.writeHead(code, { 'Content-Type': 'application/json', Connection: 'close' });
    response.end(JSON.stringify({ status }));
  };
  const server = createServer(answer);
  server.unref(); // a worker that has stopped does not stay for it
  await once(server.listen(port, host), 'listening');
}
