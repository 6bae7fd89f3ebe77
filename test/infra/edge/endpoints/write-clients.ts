import path from 'node:path';
import type { Document } from '../../../../infra/products/client-generator/document.ts';
import { buildGo, buildPython } from '../../../../infra/products/client-generator/generate.ts';
import { wholeDocument } from './whole-document.ts';

/** `npm run clients` builds the clients of the other languages, each into the `dist` of its folder. */
const products = path.resolve(import.meta.dirname, '../../../../infra/products');
const document = JSON.parse(JSON.stringify(wholeDocument())) as Document;
buildPython(document, path.join(products, 'client-python/dist'));
buildGo(document, path.join(products, 'client-go/dist'));
