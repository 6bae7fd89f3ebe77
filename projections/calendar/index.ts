import { calendarPersonas } from './calendar-personas.ts';
import { calendarPosts } from './calendar-posts.ts';

export const calendarProjections = {
  calendar_personas: calendarPersonas,
  calendar_posts: calendarPosts,
};
