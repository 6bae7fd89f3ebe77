import { sql, type Migration } from 'kysely';

/** Finds the requests of a person who is erased. */
export const requestsOfPeople: Migration = {
  async up(db) {
    await sql`create index api_request_by_person on api_request (actor_id) where actor_type = 'user'`.execute(db);
  },
};
