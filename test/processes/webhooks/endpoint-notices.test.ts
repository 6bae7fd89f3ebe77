import { expect } from 'chai';
import { noticeMail } from '../../../processes/webhooks/endpoint-notices.ts';

const page = 'https://social.example/console?workspace=w#/webhooks/e1';

describe('a mail about a failing webhook endpoint', () => {
  for (const kind of ['warning', 'auto_disabled'] as const)
    it(`leads to the endpoint's page and names no request: ${kind}`, () => {
      const notice = { id: 'n', kind, consecutiveFailures: 5, at: '2026-03-02T10:00:00.000Z' };
      const mail = noticeMail(notice, 'https://app.example/hook?token=secret', 'olga@example.com', page);
      expect(mail.action.url).to.equal(page);
      expect(mail.text).to.include(page).and.include('https://app.example/hook ');
      expect(mail.text).to.not.match(/\b(GET|POST|PUT|PATCH|DELETE)\b|\/v1\/|secret/);
    });
});
