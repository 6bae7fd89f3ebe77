import axe, { type AxeResults } from 'axe-core';
import { expect } from 'chai';
import type { Page } from 'playwright-core';

/**
 * The buttons whose text is wider or taller than they are, or that reach over another one. Run in the page, where a button
 * that is not drawn has no size.
 */
const faultyButtons = `(() => {
  const drawn = [...document.querySelectorAll('main button, main a.button, header button')]
    .map((button) => ({ button, box: button.getBoundingClientRect(), text: button.textContent.trim().slice(0, 40) }))
    .filter(({ box, button }) => box.width > 0 && button.checkVisibility());
  const cut = drawn.filter(
    ({ button }) => button.scrollWidth > button.clientWidth + 1 || button.scrollHeight > button.clientHeight + 1,
  );
  const overlapped = drawn.filter(({ box, button }) =>
    drawn.some(
      (other) =>
        other.button !== button &&
        Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
        Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1,
    ),
  );
  return [...cut.map(({ text }) => 'cut: ' + text), ...overlapped.map(({ text }) => 'overlapped: ' + text)];
})()`;

/**
 * The words of headings that a line breaks in the middle. An address is one word for a line, so it may break.
 * On a telephone a cell of a table says its heading itself, by a text
 * of the style sheet, so its words are measured beside the room that they have.
 */
const brokenHeadings = `(() => {
  const broken = [];
  const range = document.createRange();
  for (const heading of document.querySelectorAll('main :is(h2, h3, h4, th, legend, caption, figcaption)')) {
    const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { 0: word, index } of node.data.matchAll(/(?<![^\\s(-])[A-Za-z]{2,30}(?![^\\s.,:;)?!-])/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
  }
  const pen = document.createElement('canvas').getContext('2d');
  for (const cell of document.querySelectorAll('main td[data-head]')) {
    const { content, font, width } = getComputedStyle(cell, '::before');
    if (content === 'none') continue;
    pen.font = font;
    for (const word of cell.dataset.head.split(/[ -]/)) if (pen.measureText(word).width > parseFloat(width)) broken.push(word);
  }
  return [...new Set(broken)];
})()`;

/** Nothing is wider than the window, no button is cut or covered, and no heading breaks within a word. */
export const isLaidOut = async (page: Page, width: number, what = ''): Promise<void> => {
  const says = `${what} ${width} px`;
  expect(await page.evaluate('document.documentElement.scrollWidth'), says).to.be.at.most(width);
  expect(await page.evaluate(faultyButtons), says).to.deep.equal([]);
  expect(await page.evaluate(brokenHeadings), says).to.deep.equal([]);
};

/** The rules of axe that ask for colours: only these answer otherwise in another theme of the same page. */
export const rulesOfColours = ['color-contrast', 'link-in-text-block'] as const;

/** The rules of access that the page breaks, each with the elements that break it. `rules`: the names of rules or of groups of them; all that axe runs by default. */
export const faultsOfAccess = async (page: Page, rules?: readonly string[]): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify(rules ? { runOnly: rules } : {})})`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};
