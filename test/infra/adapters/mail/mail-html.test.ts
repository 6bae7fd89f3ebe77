import { expect } from 'chai';
import { htmlOf } from '../../../../infra/adapters/mail/mail-html.ts';

const url = 'https://social.example/join/a?b=1&c=2';

describe('a mail as HTML', () => {
  it('has a button for what it is about, and the text around it', () => {
    const html = htmlOf({
      id: '1',
      to: 'olga@example.com',
      subject: 'You are invited',
      text: `You are invited.\n\nAccept within 7 days:\n${url}\n`,
      action: { label: 'Join', url },
    });
    expect(html).to.include('<p>You are invited.</p>').and.to.include('<p>Accept within 7 days</p>');
    expect(html).to.match(/<a href="https:\/\/social\.example\/join\/a\?b=1&#38;c=2" style="[^"]*">Join<\/a>/);
  });

  it('escapes what people wrote, and links the way to unsubscribe', () => {
    const unsubscribeUrl = 'https://social.example/unsubscribe/x';
    const html = htmlOf({
      id: '1',
      to: 'olga@example.com',
      subject: '<script>',
      text: `<img src=x onerror="alert(1)">\nsecond line\n\nNo more of these: ${unsubscribeUrl}`,
      action: { label: 'See it', url },
      unsubscribeUrl,
    });
    expect(html).to.not.match(/<script|<img|onerror="/);
    expect(html).to.include('second line').and.to.include(`<a href="${unsubscribeUrl}">${unsubscribeUrl}</a>`);
  });
});
