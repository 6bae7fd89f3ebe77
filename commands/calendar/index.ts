import type { WriteEndpoint } from '../kernel/endpoint.ts';
import type { PostPorts } from '../posts/ports.ts';
import { calendarEndpoints } from './calendar-endpoints.ts';
import { calendarPersonaEndpoints } from './calendar-persona-endpoints.ts';
import type { CalendarSources } from './calendar-sources.ts';

export const calendarWrites = (posts: PostPorts, sources: CalendarSources): readonly WriteEndpoint[] => [
  ...calendarEndpoints(posts, sources),
  ...calendarPersonaEndpoints(posts),
];
