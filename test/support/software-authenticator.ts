import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** CBOR (RFC 8949), as far as attestations and keys need it. */
type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

const headOf = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
};

const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? headOf(1, -1 - value) : headOf(0, value);
  if (typeof value === 'string') return Buffer.concat([headOf(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([headOf(2, value.length), value]);
  const pairs = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)]);
  return Buffer.concat([headOf(5, value.size), ...pairs]);
};

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** The public key as COSE: ES256 over P-256. */
const coseOf = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' }) as { x?: string; y?: string };
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
};

const [present, verified, attested] = [0x01, 0x04, 0x40];

/** What a page asks the browser for. */
type Creation = Readonly<{ challenge: string; rp: { id: string }; user: { id: string } }>;
type Asked = Readonly<{ challenge: string; rpId: string }>;

/** How an authenticator lies, or what it does not do. */
export type Deviation = Readonly<{
  /** The origin that the browser reports. */
  origin?: string;
  rpId?: string;
  challenge?: string;
  userHandle?: string;
  /** False: it asks for a touch alone, for no finger and no PIN. */
  verifies?: boolean;
  counter?: number;
  type?: string;
  /** It attests the passkey with its own key, as some do that are asked for no attestation. */
  attestsItself?: boolean;
}>;

/** A passkey of a person in an authenticator, with the browser that it answers through. */
export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly credentialId = randomBytes(32);
  #userHandle = '';
  #counter: number;

  constructor(origin: string, { counts = true }: Readonly<{ counts?: boolean }> = {}) {
    this.#origin = origin;
    this.#counter = counts ? 1 : 0;
  }

  #clientData(type: string, challenge: string, { origin = this.#origin, type: said = type }: Deviation): Buffer {
    return Buffer.from(JSON.stringify({ type: said, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(rpId: string, { verifies = true, counter = this.#counter }: Deviation, more?: Buffer): Buffer {
    const flags = present | (verifies ? verified : 0) | (more ? attested : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more ?? Buffer.alloc(0)]);
  }

  #sign(data: Buffer, clientData: Buffer): Buffer {
    return sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
  }

  /** What `navigator.credentials.create` answers, as `toJSON` has it. */
  create(options: Creation, deviation: Deviation = {}) {
    this.#userHandle = options.user.id;
    const id = this.credentialId;
    const size = Buffer.from([id.length >> 8, id.length & 255]);
    const attestedData = Buffer.concat([Buffer.alloc(16), size, id, coseOf(this.#keys.publicKey)]);
    const authData = this.#authenticatorData(deviation.rpId ?? options.rp.id, deviation, attestedData);
    const clientData = this.#clientData('webauthn.create', deviation.challenge ?? options.challenge, deviation);
    const { attestsItself = false } = deviation;
    const statement: [string, Cbor][] = attestsItself
      ? [
          ['alg', -7],
          ['sig', this.#sign(authData, clientData)],
        ]
      : [];
    const attestationObject = cbor(
      new Map<string, Cbor>([
        ['fmt', attestsItself ? 'packed' : 'none'],
        ['attStmt', new Map(statement)],
        ['authData', authData],
      ]),
    );
    return {
      id: id.toString('base64url'),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** What `navigator.credentials.get` answers, as `toJSON` has it. */
  get(options: Asked, deviation: Deviation = {}) {
    if (this.#counter > 0) this.#counter += 1;
    const clientData = this.#clientData('webauthn.get', deviation.challenge ?? options.challenge, deviation);
    const data = this.#authenticatorData(deviation.rpId ?? options.rpId, deviation);
    const signature = this.#sign(data, clientData);
    return {
      id: this.credentialId.toString('base64url'),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: deviation.userHandle ?? this.#userHandle,
      },
    };
  }
}

/** What a page of the sign-in asks its browser for. */
export const askedIn = (html: string): Creation & Asked => {
  const attribute = /data-passkey="([^"]*)"/.exec(html)?.[1];
  if (attribute === undefined) throw new Error('the page asks for no passkey');
  const text = attribute.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  return JSON.parse(text) as Creation & Asked;
};
