import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** A mail server that keeps what it is sent (RFC 5321). */
export class MailServer {
  readonly mails: string[] = [];
  readonly #server: Server = createServer((socket) => {
    let waiting = '';
    let isData = false;
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.write('220 mail.test ESMTP\r\n');
    socket.on('data', (piece: string) => {
      waiting += piece;
      for (;;) {
        const end = waiting.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const line = waiting.slice(0, end);
        waiting = waiting.slice(end + (isData ? 5 : 2));
        if (isData) {
          this.mails.push(line);
          isData = false;
          socket.write('250 kept\r\n');
        } else if (/^DATA$/i.test(line)) {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else if (/^(EHLO|HELO|MAIL FROM:<|RCPT TO:<|RSET|NOOP)/i.test(line)) socket.write('250 ok\r\n');
        else socket.write('500 unknown command\r\n');
      }
    });
  });

  async listen(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
