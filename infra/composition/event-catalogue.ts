import document from '../../docs/events.json' with { type: 'json' };
import type { EventCatalogue } from '../../read-api/events/event-catalogue.ts';

/** The catalogue of events as it is generated into the docs. A type of JSON is as wide as its texts, so it is named here. */
export const eventCatalogue = document as EventCatalogue;
