import type { IncomingMessage, ServerResponse } from 'node:http';
import type Koa from 'koa';

type Handle = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * Handles requests before the application: true for a request that it answers, or passes to `otherwise` later; false for every
 * other one.
 */
export type EarlyHandler = (req: IncomingMessage, res: ServerResponse, otherwise: Handle) => boolean;

/** A request with a body, or from another origin. */
export const isUnusual = (headers: IncomingMessage['headers']): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined || headers.origin !== undefined;

/** The client's address behind the trusted proxies, by Koa's rules. */
export function addressOf(app: Koa, req: IncomingMessage): string {
  const request = Object.create(app.request) as Koa.Request;
  return Object.assign(request, { app, req }).ip;
}
