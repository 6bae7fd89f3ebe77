import type { Field } from './n8n.ts';

export const credentialName = 'socialPublishingApi';

/** The address of a service and an API key of a workspace. n8n asks for the accounts to test them. */
export class SocialPublishingApi {
  name = credentialName;
  displayName = 'Social Publishing API';
  icon = 'file:social-publishing.svg';
  properties: readonly Field[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://social.example.com',
      description: 'The address of your Social Publishing Service, without /v1',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description:
        'A key of the workspace with accounts:read, posts:read, posts:write, media:read and media:write; the trigger needs webhooks:read and webhooks:write',
    },
  ];
  authenticate = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };
  test = {
    request: {
      baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "").replace(/\\/v1$/, "")}}',
      url: '/v1/accounts',
      qs: { limit: 1 },
    },
  };
}
