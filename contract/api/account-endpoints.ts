import * as z from 'zod';
import { addressView, saveAddressBody } from './addresses.schema.ts';
import {
  loginBody,
  loginView,
  logoutBody,
  refreshBody,
  refreshView,
  sendTokenBody,
  sendTokenView,
} from './auth.schema.ts';
import type { Endpoint } from './endpoint.ts';
import {
  confirmedEmailView,
  confirmEmailBody,
  emailCodeView,
  updatedProfileView,
  updateProfileForm,
  userView,
} from './users.schema.ts';

/** The calls about oneself: signing in and out, the profile, own addresses. */
export const ACCOUNT_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/api/auth/send-token',
    auth: 'none',
    summary: 'Mail a one-time code',
    body: sendTokenBody,
    status: 200,
    answer: sendTokenView,
  },
  {
    method: 'post',
    path: '/api/auth/login-with-token',
    auth: 'none',
    summary: 'Sign in with the code',
    body: loginBody,
    status: 200,
    answer: loginView,
  },
  {
    method: 'post',
    path: '/api/auth/refresh-token',
    auth: 'none',
    summary: 'A new access token',
    body: refreshBody,
    status: 200,
    answer: refreshView,
  },
  { method: 'post', path: '/api/auth/logout', auth: 'user', summary: 'End the session', body: logoutBody, status: 204 },
  { method: 'get', path: '/api/users/me', auth: 'user', summary: 'The signed-in user', status: 200, answer: userView },
  {
    method: 'post',
    path: '/api/users/update-profile',
    auth: 'user',
    summary: 'Change name, mobile and picture; a new email waits for its code',
    form: updateProfileForm,
    picture: 'profileImage',
    status: 200,
    answer: updatedProfileView,
  },
  {
    method: 'post',
    path: '/api/users/send-email-code',
    auth: 'user',
    summary: 'Mail another code to the new email address',
    status: 200,
    answer: emailCodeView,
  },
  {
    method: 'post',
    path: '/api/users/confirm-email',
    auth: 'user',
    summary: 'Take the new email address with its code',
    body: confirmEmailBody,
    status: 200,
    answer: confirmedEmailView,
  },
  {
    method: 'get',
    path: '/api/address',
    auth: 'user',
    summary: 'Own addresses',
    status: 200,
    answer: z.array(addressView),
  },
  {
    method: 'post',
    path: '/api/address',
    auth: 'user',
    summary: 'Create or change an own address',
    body: saveAddressBody,
    status: 200,
    answer: addressView,
  },
];
