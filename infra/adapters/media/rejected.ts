/** The file itself is at fault: its reason is for the client, and trying again changes nothing. */
export class Rejected extends Error {
  override readonly name = 'Rejected';
}
