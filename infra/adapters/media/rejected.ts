/** The file itself is at fault. The reason is for the client, and a retry changes nothing. */
export class Rejected extends Error {
  override readonly name = 'Rejected';
}
