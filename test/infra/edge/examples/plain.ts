import type { Example } from '../../../../infra/edge/http/openapi/examples.ts';

/** The moment at which every example takes place. */
const moment = Date.parse('2026-03-02T09:00:00Z');
const minute = 60_000;
const day = 24 * 60 * minute;
const near = 120 * day;

const longest = 400;
const mostItems = 2;
const mostWords = 5;
const large = 600;

const instant = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;
const id = /(?<![0-9A-Za-z])c[0-9a-z]{24}\b/g;
const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const token = /[A-Za-z0-9_-]{28,}/g;
const looksRandom = (text: string): boolean => /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);

type Json = Readonly<Record<string, unknown>>;

/**
 * Makes recordings plain: ids and moments are the same in each recording of the same story, what is random is a word, and lists and
 * texts are short.
 */
export class Plain {
  readonly #start: number;
  readonly #ids = new Map<string, string>();
  readonly #uuids = new Map<string, string>();

  constructor(start: number) {
    this.#start = start;
  }

  /** What is known by a name has an id that says it: c0…0bluesky. */
  name(found: string, name: string): void {
    this.#ids.set(
      found,
      `c${name
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
        .padStart(24, '0')}`,
    );
  }

  of({ request, status, response }: Example): Example {
    return {
      request: this.#value(request, '', false) as Example['request'],
      status,
      ...(response !== undefined && { response: this.#value(response, '', true) }),
    };
  }

  #value(value: unknown, name: string, isShort: boolean): unknown {
    if (typeof value === 'string') return this.#text(value, name);
    if (Array.isArray(value)) {
      const items = isShort ? this.#few(value) : value;
      return items.map((item: unknown) => this.#value(item, name, isShort));
    }
    if (typeof value !== 'object' || value === null) return name === 'latencyMs' && value !== null ? 12 : value;
    return Object.fromEntries(
      Object.entries(value as Json).map(([key, part]) => [this.#text(key, ''), this.#value(part, key, isShort)]),
    );
  }

  #few(items: readonly unknown[]): readonly unknown[] {
    if (items.every((item) => typeof item !== 'object')) return items.slice(0, mostWords);
    return items.slice(0, JSON.stringify(items[0]).length > large ? 1 : mostItems);
  }

  #text(text: string, name: string): string {
    if (/position/i.test(name) && /^\d+$/.test(text)) return '1000';
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return this.#moved(Date.parse(text), day).slice(0, 10);
    const plain = text
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://api.example.com')
      .replace(instant, (found) => this.#moved(Date.parse(found), minute))
      .replace(/\bsvc_(?:live|test)_[A-Za-z0-9]+/g, 'svc_test_example')
      .replace(/\bwhsec_[\w-]+/g, 'whsec_example')
      .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'example.session.token')
      .replace(uuid, (found) =>
        this.#numbered(this.#uuids, found, (n) => `00000000-0000-4000-8000-${n.padStart(12, '0')}`),
      )
      .replace(id, (found) => this.#numbered(this.#ids, found, (n) => `c${n.padStart(24, '0')}`))
      .replace(/\b[0-9a-f]{32,}\b/g, (found) => '0'.repeat(found.length))
      .replace(/\bexpires=\d+/g, 'expires=1772443800')
      .replace(token, (found) => (looksRandom(found) ? 'example' : found));
    return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
  }

  /** Moments of the recording are moved to that of the examples; those that a request names stay. */
  #moved(at: number, unit: number): string {
    const distance = at - this.#start;
    if (Math.abs(distance) > near) return new Date(at).toISOString();
    return new Date(moment + Math.round(distance / unit) * unit).toISOString();
  }

  #numbered(known: Map<string, string>, found: string, write: (number: string) => string): string {
    const named = known.get(found) ?? write(String(known.size + 1));
    known.set(found, named);
    return named;
  }
}
