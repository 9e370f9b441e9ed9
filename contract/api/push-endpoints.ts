import type { Endpoint } from './endpoint.ts';
import { pushConfigView, pushPreferences, saveDeviceBody, savedDeviceView } from './push.schema.ts';

const SAVE_DEVICE = {
  method: 'post',
  auth: 'user',
  summary: 'Send push messages to this device until its session ends',
  body: saveDeviceBody,
  status: 200,
  answer: savedDeviceView,
} as const;

/** The calls about push messages: the devices they go to, and who wants which. */
export const PUSH_ENDPOINTS: readonly Endpoint[] = [
  { ...SAVE_DEVICE, path: '/api/users/fcm-token' },
  { ...SAVE_DEVICE, path: '/api/save-fcm-token' },
  {
    method: 'get',
    path: '/api/push/config',
    auth: 'none',
    summary: 'What a browser registers for push messages with',
    status: 200,
    answer: pushConfigView,
  },
  {
    method: 'get',
    path: '/api/users/push-preferences',
    auth: 'user',
    summary: 'Which push messages the user wants',
    status: 200,
    answer: pushPreferences,
  },
  {
    method: 'put',
    path: '/api/users/push-preferences',
    auth: 'user',
    summary: 'Choose which push messages to get',
    body: pushPreferences,
    status: 200,
    answer: pushPreferences,
  },
];
