import { normalized } from '../kernel/stored-text.ts';

const separate = (lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(', '));

/**
 * Words that opt out and mean nothing else, in the languages of the people who are written to. The English
 * ones are those of the CTIA's messaging principles. Marks and casing do not count.
 */
const clearWords = separate([
  'STOP, STOPALL, STOP ALL, UNSUBSCRIBE, OPTOUT, OPT OUT',
  'STOPP, ABMELDEN, ABBESTELLEN, AUSTRAGEN',
  'ARRET, ARRETER, ARRETEZ, DESABONNER, DESABONNEMENT, DESINSCRIRE, DESINSCRIPTION',
  'BAJA, DARME DE BAJA, DETENER, DESUSCRIBIR, CANCELAR SUSCRIPCION',
  'PARAR, PARE, SAIR, DESCADASTRAR, CANCELAR INSCRICAO',
  'DISISCRIVI, DISISCRIVIMI, CANCELLAMI, CANCELLA ISCRIZIONE',
  'AFMELDEN, UITSCHRIJVEN, STOPPEN, AFMELD, AVMELD, AVREGISTRERA, AVSLUTA',
  'WYPISZ, ODHLASIT, ODHLASIT SA, LEIRATKOZAS, DEZABONARE, PERU TILAUS, LOPETA',
  'IPTAL, DURDUR, ABONELIKTEN CIK, СТОП, ОТПИСАТЬСЯ, ОТПИСКА, ВІДПИСАТИСЯ, ΣΤΟΠ, ΔΙΑΓΡΑΦΗ',
  '停止, 配信停止, 解除, 退会, 退订, 退訂, 取消订阅, 取消訂閱, 수신거부, 중지, 그만',
  'إيقاف, توقف, الغاء الاشتراك, הסר, הסרה, עצור, रोकें, बंद करें, BERHENTI, HUY, DUNG LAI',
]);

/** Words that opt out only where they are the whole message: in a sentence they may be about anything. */
const wholeWords = ['CANCEL', 'END', 'QUIT', 'CANCELAR', 'ANNULER', 'ANNULLA', 'ALTO', 'BASTA', 'DUR', 'REVOKE'];

/** What may stand beside such a word without changing what it asks for. */
const courtesies = separate([
  'PLEASE, PLS, PLZ, THANKS, THANK, YOU, NOW, JUST, ME, MY, IT, THIS, THESE, THAT, ALL',
  'THE, TO, FROM, OF, AND, OK, HI, HELLO, SENDING, MESSAGING, TEXTING, WRITING, CONTACTING',
  'MESSAGES, MESSAGE, TEXTS, MSGS, SPAM, SPAMMING, YOUR, LIST, I, WANT, WOULD, LIKE',
  'BITTE, DANKE, SOFORT, MICH, ICH, MOCHTE, NACHRICHTEN, KEINE, MEHR',
  'SVP, S, IL, VOUS, PLAIT, MERCI, MOI, LES, CES, DE, ME, VEUX, JE',
  'POR, FAVOR, GRACIAS, QUIERO, DARME, MENSAJES, OBRIGADO, OBRIGADA, QUERO, MENSAGENS',
  'PER, FAVORE, GRAZIE, VOGLIO, ALSTUBLIEFT, AUB, GRAAG, BEDANKT, TACK, TAK, TAKK, PROSZE',
]);

/** A person writes more only where it is about something else. */
const longestSentence = 80;
const mostWords = 8;

const plain = (text: string): string =>
  normalized(text, 'NFKD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const clear: ReadonlySet<string> = new Set(clearWords.map(plain));
const whole: ReadonlySet<string> = new Set([...clear, ...wholeWords.map(plain)]);
const beside: ReadonlySet<string> = new Set(courtesies.map(plain));

/**
 * Whether a message opts out: one of the words alone, in any casing and with any punctuation, or one of the
 * clear words with nothing but courtesies beside it («please stop messaging me»). «Don't stop» and «where is the bus
 * stop» have other words in them, and count as talk.
 */
export const isStopMessage = (text: string): boolean => {
  if (text.length > 500) return false;
  const said = plain(text);
  if (whole.has(said)) return true;
  const words = said.split(' ');
  if (said.length > longestSentence || words.length > mostWords) return false;
  return clear.has([...new Set(words.filter((word) => !beside.has(word)))].join(' '));
};

const startWords: ReadonlySet<string> = new Set(['START', 'UNSTOP', 'SUBSCRIBE', 'OPTIN', 'OPT IN', 'RESUBSCRIBE']);

/** Whether a message takes a STOP back: one of the words alone (CTIA). */
export const isStartMessage = (text: string): boolean => text.length <= 100 && startWords.has(plain(text));
