/** An answer of the push service that is no success, as it writes them. */
export type FcmFailure = { status: number; headers?: Record<string, string>; body: object | string };

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';

type Words = { status: number; canonical: string; message: string };

const failure = ({ status, canonical, message }: Words, details: object[] = []): FcmFailure => ({
  status,
  body: { error: { code: status, message, status: canonical, details } },
});

const ofMessage = (words: Words, errorCode: string): FcmFailure => failure(words, [{ '@type': FCM_ERROR, errorCode }]);

const invalid = (message: string): Words => ({ status: 400, canonical: 'INVALID_ARGUMENT', message });

const FIELD = {
  '@type': 'type.googleapis.com/google.rpc.BadRequest',
  fieldViolations: [{ field: 'message.data[0].value', description: 'Invalid value' }],
};

/** What is answered to a token that begins with one of these words and a hyphen. */
export const FAILURES = {
  unregistered: ofMessage(
    { status: 404, canonical: 'NOT_FOUND', message: 'Requested entity was not found.' },
    'UNREGISTERED',
  ),
  invalid: ofMessage(invalid('The registration token is not a valid FCM registration token'), 'INVALID_ARGUMENT'),
  mismatch: ofMessage(
    { status: 403, canonical: 'PERMISSION_DENIED', message: 'SenderId mismatch' },
    'SENDER_ID_MISMATCH',
  ),
  payload: failure(invalid('Invalid value at message.data'), [
    { '@type': FCM_ERROR, errorCode: 'INVALID_ARGUMENT' },
    FIELD,
  ]),
  quota: {
    ...ofMessage({ status: 429, canonical: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded' }, 'QUOTA_EXCEEDED'),
    headers: { 'retry-after': '30' },
  },
  internal: ofMessage({ status: 500, canonical: 'INTERNAL', message: 'Internal error' }, 'INTERNAL'),
  busy: {
    ...ofMessage({ status: 503, canonical: 'UNAVAILABLE', message: 'The service is unavailable' }, 'UNAVAILABLE'),
    headers: { 'retry-after': '60' },
  },
  page: { status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' },
  // Not about the device, though the status is the same: the account may not send, or its project is none.
  forbidden: failure({ status: 403, canonical: 'PERMISSION_DENIED', message: 'Permission denied on the project' }),
  projectless: failure({ status: 404, canonical: 'NOT_FOUND', message: 'Project not found' }),
  locked: failure({ status: 401, canonical: 'UNAUTHENTICATED', message: 'Invalid authentication credentials' }),
} as const satisfies Record<string, FcmFailure>;
