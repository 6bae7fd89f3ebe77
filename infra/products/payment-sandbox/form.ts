/** A form as Stripe's API takes it: `items[0][price]=…` is a list of objects. */
export type Form = { [name: string]: Form | string };

const unsafe = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads a form; later fields of the same name win. */
export const readForm = (text: string): Form => {
  const form: Form = {};
  for (const [field, value] of new URLSearchParams(text)) {
    const names = field.split(/[[\]]+/).filter((name) => name !== '');
    if (names.length === 0 || names.some((name) => unsafe.has(name))) continue;
    let at = form;
    for (const name of names.slice(0, -1)) {
      const next = at[name];
      at = typeof next === 'object' ? next : (at[name] = {});
    }
    at[names.at(-1) ?? ''] = value;
  }
  return form;
};

export const textIn = (form: Form, name: string): string | undefined => {
  const value = form[name];
  return typeof value === 'string' ? value : undefined;
};

export const formIn = (form: Form, name: string): Form => {
  const value = form[name];
  return typeof value === 'object' ? value : {};
};

/** The texts of a form of names. */
export const textsIn = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
