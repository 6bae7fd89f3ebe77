import { askAll } from '../ask.ts';
import { credentialName } from '../credential.ts';
import type { Choice, Context, ExecuteContext, Item, NodeDescription } from '../n8n.ts';
import { fields } from './fields.ts';
import { operations } from './operations.ts';

const accounts = async function accounts(this: Context): Promise<readonly Choice[]> {
  const found = await askAll(this, 'GET /v1/accounts', {});
  return found.map(({ id, platform, username, displayName }) => ({
    name: `${String(displayName ?? username)} (${String(platform)})`,
    value: String(id),
  }));
};

/** The actions: each input item is carried out by itself, in order. */
export class SocialPublishing {
  description: NodeDescription = {
    displayName: 'Social Publishing',
    name: 'socialPublishing',
    icon: 'file:social-publishing.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Create, schedule and publish posts to fifteen social platforms',
    defaults: { name: 'Social Publishing' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    credentials: [{ name: credentialName, required: true }],
    properties: fields,
  };

  methods = { loadOptions: { accounts } };

  async execute(this: ExecuteContext): Promise<Item[][]> {
    const answered: Item[] = [];
    for (const at of this.getInputData().keys()) {
      const pairedItem = { item: at };
      try {
        const named = `${String(this.getNodeParameter('resource', at))} ${String(this.getNodeParameter('operation', at))}`;
        const operation = operations[named];
        if (!operation) throw new Error(`There is no operation ${named}`);
        const answer = await operation(this, at);
        answered.push(...[answer].flat().map((json) => ({ json, pairedItem })));
      } catch (fault) {
        if (!this.continueOnFail()) throw fault;
        answered.push({ json: { error: fault instanceof Error ? fault.message : String(fault) }, pairedItem });
      }
    }
    return [answered];
  }
}
