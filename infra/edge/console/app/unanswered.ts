/** No answer came to a request: the connection is lost, or the service is down. */
export class Unanswered extends TypeError {
  constructor() {
    super('The service does not answer. Try again when the connection is back.');
  }
}
