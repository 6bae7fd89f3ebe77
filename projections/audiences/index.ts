import { audiences } from './audiences.ts';

export const audienceProjections = {
  audiences,
};
