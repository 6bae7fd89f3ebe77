import http from 'node:http';

/**
 * The listeners of the tail bench, in a process of their own. Arguments: the port, the number of
 * listeners that read, the number that open the connection and then read nothing. Prints five times
 * a second how many events all listeners together received.
 */
const [port = 0, quick = 0, stuck = 0] = process.argv.slice(2).map(Number);
let heard = 0;

const connect = (takes: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = http.get({ port, host: '127.0.0.1', agent: false }, (response) => {
      if (!takes) {
        response.pause();
        return resolve();
      }
      let rest = '';
      response.setEncoding('latin1').on('data', (piece: string) => {
        const blocks = (rest + piece).split('\n\n');
        rest = blocks.pop() ?? '';
        // A heartbeat begins with a colon.
        for (const block of blocks) if (block.startsWith('id: ')) heard++;
        resolve();
      });
    });
    request.on('error', reject);
  });

await Promise.all(Array.from({ length: quick + stuck }, (_, index) => connect(index < quick)));
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
setInterval(() => process.stdout.write(`${JSON.stringify({ heard })}\n`), 200);
