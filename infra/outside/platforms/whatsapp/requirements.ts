import { advancedAccess, businessVerification, graphEnds } from '../meta/requirements.ts';
import { reviewed, versionInPath, type PlatformRequirements } from '../requirements.ts';

export const whatsappRequirements: PlatformRequirements = {
  versions: [versionInPath('WHATSAPP', 'api', { name: 'WhatsApp', ends: graphEnds })],
  logins: [
    {
      name: 'Facebook Login',
      registration: 'WHATSAPP',
      scopes: reviewed(['whatsapp_business_management', 'whatsapp_business_messaging'], advancedAccess),
    },
  ],
  approval: `${businessVerification} The login needs a configuration (\`WHATSAPP_CONFIG_ID\`). Templates are approved one by one.`,
};
