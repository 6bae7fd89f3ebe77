import { useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { connect, returnAddress, type Wishes } from './connecting.ts';
import { Act } from './pieces.tsx';
import { isPlatform, platformNames, type PlatformKey } from './platforms.ts';
import { afterSending } from './sent-text.ts';

type Choice = Readonly<{ label: string; wishes: Wishes }>;

/** The platforms with two logins: what each is for. */
const logins: Readonly<Partial<Record<PlatformKey, readonly Choice[]>>> = {
  instagram: [
    { label: 'with Instagram', wishes: { oauthVersion: 'instagram_login' } },
    { label: 'with Facebook, through a Page', wishes: { oauthVersion: 'fb_login' } },
  ],
  linkedin: [
    { label: 'as a person and their organizations', wishes: { accountType: 'organization' } },
    { label: 'as a person', wishes: { accountType: 'member' } },
  ],
};

/** What a platform has to know before it shows its consent page. */
const questions: Readonly<
  Partial<Record<PlatformKey, Readonly<{ label: string; hint: string; as: 'instanceUrl' | 'loginHint' }>>>
> = {
  mastodon: { label: 'Server', hint: 'https://mastodon.social', as: 'instanceUrl' },
  bluesky: { label: 'Handle', hint: 'you.bsky.social', as: 'loginHint' },
};

/** Telegram has no consent page: its bots have a token, which @BotFather shows. */
const Bot = ({ done }: { done(): Promise<void> }) => {
  const [botToken, setBotToken] = useState('');
  const [chatId, setChatId] = useState('');
  const store = async (): Promise<string> => {
    if (botToken.trim() === '' || chatId.trim() === '') return 'Fill both fields first.';
    const body = { platform: 'TELEGRAM', credentials: { botToken: botToken.trim(), chatId: chatId.trim() } } as const;
    await answered(api.POST('/v1/accounts/store-oauth-tokens', { body }));
    setBotToken(afterSending(botToken));
    await done();
    return 'connected';
  };
  return (
    <details>
      <summary>With the token of a bot</summary>
      <label>
        Token of the bot{' '}
        <input
          type="password"
          autocomplete="off"
          value={botToken}
          onInput={({ currentTarget: { value } }) => setBotToken(value)}
        />
      </label>{' '}
      <label>
        Channel{' '}
        <input value={chatId} placeholder="@channel" onInput={({ currentTarget: { value } }) => setChatId(value)} />
      </label>{' '}
      <Act call="POST /v1/accounts/store-oauth-tokens" label="Connect the bot" act={store} />
    </details>
  );
};

/** How an account of any platform is connected: by the consent page of the platform. */
export const Connect = ({ done }: { done(): Promise<void> }) => {
  const [platform, setPlatform] = useState<PlatformKey>('mastodon');
  const [login, setLogin] = useState(0);
  const [answer, setAnswer] = useState('');
  const question = questions[platform];
  const choices = logins[platform];
  const choose = (value: string): void => {
    if (isPlatform(value)) setPlatform(value);
    setLogin(0);
    setAnswer('');
  };
  const go = async (): Promise<string> => {
    const said = question !== undefined && answer.trim() !== '' ? { [question.as]: answer.trim() } : {};
    await connect(platform, { ...choices?.[login]?.wishes, ...said });
    return 'off to the platform';
  };
  return (
    <section aria-labelledby="connect" class="card">
      <h3 id="connect">Connect an account</h3>
      <p class="actions">
        <label>
          Platform{' '}
          <select value={platform} onChange={({ currentTarget: { value } }) => choose(value)}>
            {Object.entries(platformNames).map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {choices !== undefined && (
          <label>
            Login{' '}
            <select value={login} onChange={({ currentTarget: { value } }) => setLogin(Number(value))}>
              {choices.map(({ label }, index) => (
                <option key={label} value={index}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        {question !== undefined && (
          <label>
            {question.label}{' '}
            <input
              value={answer}
              placeholder={question.hint}
              onInput={({ currentTarget: { value } }) => setAnswer(value)}
            />
          </label>
        )}
        <Act
          call="POST /v1/accounts/connect/{platform}"
          label="Connect"
          describedAs={`Connect an account of ${platformNames[platform]}`}
          act={go}
          isFirst
        />
      </p>
      {platform === 'telegram' && <Bot done={done} />}
      <p class="quiet">
        The redirect address to register with the platform: <code>{returnAddress()}</code>
      </p>
    </section>
  );
};
