import type { Mail } from '../../../domain/mail/mail.ts';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const button =
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#3056d3;color:#fff;text-decoration:none';

const paragraphOf = (text: string): string => `<p>${escaped(text).replace(/\n/g, '<br>')}</p>`;

/** The same mail for readers who see HTML: the link that it is about is a button. It loads nothing. */
export const htmlOf = ({ subject, text, action, unsubscribeUrl }: Mail): string => {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  const shown = paragraphs.map((paragraph) => {
    if (paragraph.includes(action.url)) {
      const rest = paragraph.replace(action.url, '').trim().replace(/:$/, '');
      const link = `<p><a href="${escaped(action.url)}" style="${button}">${escaped(action.label)}</a></p>`;
      return (rest === '' ? '' : paragraphOf(rest)) + link;
    }
    if (unsubscribeUrl === undefined || !paragraph.includes(unsubscribeUrl)) return paragraphOf(paragraph);
    const url = escaped(unsubscribeUrl);
    return `<p style="color:#5a6475;font-size:13px">${escaped(paragraph)
      .replace(/\n/g, '<br>')
      .replace(url, `<a href="${url}">${url}</a>`)}</p>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;max-width:560px;margin:0 auto;padding:16px">
${shown.join('\n')}
</body></html>
`;
};
