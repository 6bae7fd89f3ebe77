import { signIns } from './sign-ins.ts';

export const signInProjections = {
  sign_ins: signIns,
};
