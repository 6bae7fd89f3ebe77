import { expect } from 'chai';
import { isStartMessage, isStopMessage } from '../../../domain/contacts/stop-keywords.ts';

describe('a message that opts out', () => {
  for (const text of [
    'STOP',
    'stop.',
    '  Stop!! ',
    'Unsubscribe',
    'opt-out',
    'QUIT',
    'end',
    'Cancel',
    'ＳＴＯＰ',
    'Stop please',
    'please stop messaging me',
    'unsubscribe me from your list',
    'I want to opt out',
    'Stop stop stop',
    'STOPP',
    'Bitte abmelden',
    'Arrêt',
    'Arrêtez svp',
    'BAJA',
    'Quiero darme de baja',
    'Parar',
    'Sair',
    'Afmelden',
    'Uitschrijven aub',
    'İptal',
    'стоп',
    'отписаться',
    '停止',
    '退订',
    '수신거부',
    'إيقاف',
    'הסר',
    'रोकें',
    'Hủy',
  ])
    it(`is: ${text}`, () => expect(isStopMessage(text)).to.equal(true));

  for (const text of [
    "don't stop",
    'do not stop',
    'Where is the bus stop?',
    'When does it stop',
    'cancel my order',
    'the end',
    'Fine',
    'please cancel',
    'Can you stop by tomorrow',
    'nonstop',
    'Is this the stop',
    'me',
    'please',
    '',
    '...',
    'START',
    `stop ${'please '.repeat(30)}`,
  ])
    it(`is not: ${text.slice(0, 40)}`, () => expect(isStopMessage(text)).to.equal(false));

  it('is taken back by START alone', () => {
    for (const text of ['START', 'start!', 'unstop', 'Opt in']) expect(isStartMessage(text), text).to.equal(true);
    for (const text of ['start now', 'when do you start', '', 'STOP'])
      expect(isStartMessage(text), text).to.equal(false);
  });
});
