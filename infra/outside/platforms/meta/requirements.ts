/** Meta docs: Graph API changelog, versions. A version that is not listed has no known end. */
export const graphEnds: Readonly<Record<string, string>> = { 'v23.0': '2027-10-08', 'v24.0': '2028-02-18' };

/** Meta docs: App Review, access levels. Standard access reaches people with a role in the app only. */
export const advancedAccess = 'App Review (advanced access)';

export const businessVerification = 'The business behind the app has to be verified by Meta.';
