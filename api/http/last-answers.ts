import type { Server, ServerResponse } from 'node:http';

/** The answers under way on a server. Once told, each of them, and each that follows, is the last one of its connection. */
export class LastAnswers {
  readonly #underWay = new Set<ServerResponse>();
  #areLast = false;

  constructor(server: Server) {
    // Before the application, which may answer at once.
    server.prependListener('request', (_request, res) => this.#begin(res));
  }

  /** Whoever keeps connections, a proxy above all, is sent to another replica without losing a request on the way. */
  begin(): void {
    this.#areLast = true;
    for (const res of this.#underWay) endsConnection(res);
  }

  #begin(res: ServerResponse): void {
    if (this.#areLast) endsConnection(res);
    this.#underWay.add(res);
    res.once('close', () => this.#underWay.delete(res));
  }
}

function endsConnection(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}
