import { defaultPersonas } from './default-personas.ts';
import { personaPosts } from './persona-posts.ts';
import { personas } from './personas.ts';

export const personaProjections = {
  personas,
  default_personas: defaultPersonas,
  persona_posts: personaPosts,
};
