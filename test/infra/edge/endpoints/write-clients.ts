import path from 'node:path';
import { buildGo, buildPython, type Document } from '@social-publishing/client-generator';
import { wholeDocument } from './whole-document.ts';

/** `npm run clients` builds the clients of the other languages, each into the `dist` of its folder. */
// #region clients
const products = path.resolve(import.meta.dirname, '../../../../infra/products');
const document = JSON.parse(JSON.stringify(wholeDocument())) as Document;
buildPython(document, path.join(products, 'client-python/dist'));
buildGo(document, path.join(products, 'client-go/dist'));
// #endregion
