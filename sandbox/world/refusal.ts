type Details = { status?: number; code?: string; param?: string; type?: string };

/** What a provider does not do, in its own words; each words its answer from it. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly type: string | undefined;

  constructor(message: string, { status = 400, code, param, type }: Details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
    this.type = type;
  }
}
